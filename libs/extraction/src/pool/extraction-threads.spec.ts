import { setTimeout as pause } from 'node:timers/promises';
import { captureOf, scrapeSpec } from '../../test/scrape-spec';
import { ExtractionThreads } from './extraction-threads';

const page = () => ({
  capture: captureOf('<p>Some text</p>'),
  spec: scrapeSpec({ formats: [{ type: 'markdown' }] }),
  options: { wantsDocument: true, wantsOutlinks: false, detectShell: false },
});

describe('ExtractionThreads', () => {
  it('takes fresh threads when it has been quiet after many pages, and works on', async () => {
    const threads = new ExtractionThreads({ threads: 2, maxThreads: 2, maxHeapMb: 256, quietMs: 50 });
    const run = () => threads.run(page(), () => undefined);
    const ids = () => threads.ids;
    await run();
    const first = ids();
    await pause(150);
    expect(ids()).toEqual(first);
    await Promise.all(Array.from({ length: 120 }, run));
    await pause(150);
    expect(ids().filter((id) => first.includes(id))).toEqual([]);
    expect(await run()).toMatchObject({ kind: 'document' });
    expect(threads.count).toBe(2);
    await threads.close();
  });
});
