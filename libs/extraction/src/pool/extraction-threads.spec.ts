import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { captureOf, scrapeSpec } from '../../test/scrape-spec';
import { ExtractionThreads } from './extraction-threads';

const MIB = 2 ** 20;
const html = `<main>${'<p class="a">Some words of a <a href="/b">page</a>.</p>'.repeat(1000)}</main>`;
const page = () => ({
  capture: captureOf(html),
  spec: scrapeSpec({ formats: [{ type: 'markdown' }] }),
  options: { wantsDocument: true, wantsOutlinks: false, detectShell: false },
});
const memoryMb = () => process.memoryUsage.rss() / MIB;

describe('ExtractionThreads', () => {
  it('returns memory when idle and keeps its threads', async () => {
    const threads = new ExtractionThreads({ threads: 2, maxThreads: 2, maxHeapMb: 256, quietMs: [1000, 6000] });
    const run = () => threads.run(page(), () => undefined);
    await run();
    const { ids } = threads;
    await Promise.all(Array.from({ length: 120 }, run));
    const afterPages = memoryMb();
    const givesBack = 60;
    for (let tries = 0; tries < 60 && memoryMb() > afterPages - givesBack; tries++) await pause(500);
    expect(memoryMb()).toBeLessThan(afterPages - givesBack);
    expect(threads.ids).toEqual(ids);
    expect(await run()).toMatchObject({ kind: 'document' });
    await threads.close();
  }, 60_000);

  it('lowers the priority of its threads where the system supports it', async () => {
    const threads = new ExtractionThreads({ threads: 2, maxThreads: 2, maxHeapMb: 256 });
    await Promise.all([1, 2].map(() => threads.run(page(), () => undefined)));
    const low = nicenessOfThreads().filter((niceness) => niceness === Math.min(19, getPriority() + 5));
    expect(low.length).toBeGreaterThanOrEqual(process.platform === 'linux' ? 2 : 0);
    await threads.close();
  });
});

const NICENESS_FIELD = 16;

function nicenessOfThreads(): number[] {
  if (process.platform !== 'linux') return [];
  const stats = readdirSync('/proc/self/task')
    .map(statOfThread)
    .filter((stat) => stat !== undefined);
  return stats.map((stat) => Number(stat.split(') ')[1]?.split(' ')[NICENESS_FIELD]));
}

/** Undefined for one that has ended since it was listed. */
function statOfThread(thread: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
