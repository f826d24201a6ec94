import { isNightlyRun } from '@orbweaver/testing';
import { HOSTILE_OFFICES } from '../test/hostile-offices';
import { HOSTILE_PDFS } from '../test/hostile-pdfs';
import { captureOf, scrapeSpec } from '../test/scrape-spec';
import { ExtractionPool } from './pool/extraction-pool';

// The processes run the built sources, so `tsc -b` comes first.

/** A process has about 180 MB before it reads a file. */
const MAX_MEMORY_MB = 448;
/** Run time of files that may be stopped. The others get the whole deadline. */
const MAX_RUN_MS = 5_000;
const DEADLINE_MS = 60_000;
const STOPPED = ['pdf-timed-out', 'conversion-failed'] as const;
const terms = { wantsDocument: true, wantsOutlinks: true, detectShell: false, deadlineMs: DEADLINE_MS };
const allFormats = scrapeSpec({
  formats: (['markdown', 'html', 'rawHtml', 'links', 'images'] as const).map((type) => ({ type })),
});
const files = [...HOSTILE_PDFS, ...HOSTILE_OFFICES].filter(([, , , when]) => when === 'daily' || isNightlyRun);

let pool: ExtractionPool;
beforeAll(() => {
  pool = new ExtractionPool({ threads: 1, maxHeapMb: 256, maxFileMemoryMb: MAX_MEMORY_MB });
});
afterAll(() => pool.close());

describe('ExtractionPool with malicious files', () => {
  it.each(files)(
    'reads or rejects, with a reason, %s',
    async (_title, make, mayBe) => {
      const capture = captureOf(new Uint8Array(make()), { headers: { 'content-type': 'application/octet-stream' } });
      const maxRunMs = STOPPED.some((reason) => mayBe.includes(reason)) ? MAX_RUN_MS : DEADLINE_MS;
      const extraction = await pool.extract(capture, allFormats, { ...terms, maxRunMs });
      expect(mayBe).toContain(extraction.kind === 'failed' ? extraction.failure.reason : extraction.kind);
      if (extraction.kind === 'failed')
        expect(extraction.failure.message).toMatch(/ (?:file|page|document|PDF:?|spreadsheet) .+\.$/);
    },
    2 * DEADLINE_MS,
  );
});
