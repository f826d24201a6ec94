import { HOSTILE_OFFICES } from '../test/hostile-offices';
import { HOSTILE_PDFS } from '../test/hostile-pdfs';
import { captureOf, scrapeSpec } from '../test/scrape-spec';
import { ExtractionPool } from './pool/extraction-pool';

// The processes run the built sources, so `tsc -b` comes first.

const MAX_MEMORY_MB = 768;
const terms = { wantsDocument: true, wantsOutlinks: true, detectShell: false, deadlineMs: 15_000 };
const allFormats = scrapeSpec({
  formats: (['markdown', 'html', 'rawHtml', 'links', 'images'] as const).map((type) => ({ type })),
});

let pool: ExtractionPool;
beforeAll(() => {
  pool = new ExtractionPool({ threads: 1, maxHeapMb: 384, maxFileMemoryMb: MAX_MEMORY_MB });
});
afterAll(() => pool.close());

describe('ExtractionPool with malicious files', () => {
  it.each([...HOSTILE_PDFS, ...HOSTILE_OFFICES])(
    'reads or rejects, with a reason, %s',
    async (_title, make, mayBe) => {
      const capture = captureOf(new Uint8Array(make()), { headers: { 'content-type': 'application/octet-stream' } });
      const extraction = await pool.extract(capture, allFormats, terms);
      expect(mayBe).toContain(extraction.kind === 'failed' ? extraction.failure.reason : extraction.kind);
      if (extraction.kind === 'failed')
        expect(extraction.failure.message).toMatch(/ (?:file|document|PDF:?|spreadsheet) .+\.$/);
    },
    60_000,
  );
});
