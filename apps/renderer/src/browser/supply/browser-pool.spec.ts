import { until } from '@orbweaver/testing';
import { type PageOpener, startPageOpener } from '../../../test/page-opener';
import { type PageServer, startPageServer } from '../../../test/page-server';
import { kindOf, processesInGroup } from '../../../test/process-group';
import type { RestartReason } from '../../renderer-metrics';

jest.setTimeout(60_000);

const MIB = 1024 * 1024;

let site: PageServer;
let opener: PageOpener;
/** Short time limits. */
let impatient: PageOpener;
const restarts: RestartReason[] = [];
const killed: number[] = [];

beforeAll(async () => {
  site = await startPageServer();
  const watched = { onRestart: (reason: RestartReason) => void restarts.push(reason) };
  opener = await startPageOpener({ ...watched, maxPageBytes: 400 * MIB, onPageKilled: (bytes) => killed.push(bytes) });
  impatient = await startPageOpener({ ...watched, limits: { openMs: 3_000, closeMs: 1_000 } });
});

afterAll(async () => {
  await Promise.all([opener.close(), impatient.close()]);
  await site.close();
});

beforeEach(() => {
  restarts.length = 0;
  killed.length = 0;
});

/** The process group of the current browser. */
async function groupOf({ supply }: PageOpener): Promise<number> {
  const hold = await supply.take();
  hold.giveBack();
  return hold.browser.process()!.pid!;
}

async function titleOf(url: string): Promise<string> {
  return await impatient.withPage(url, {}, async ({ page }) => {
    await page.goto(url);
    return await page.title();
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('BrowserPool', () => {
  it('closes only the page that allocates memory endlessly', async () => {
    const hog = site.serve(
      '/hog',
      '<script>const held = []; setInterval(() => held.push(new Uint8Array(2e7).fill(1)), 5)</script>',
    );
    const good = site.serve('/good', '<title>good</title>');
    const before = await groupOf(opener);
    const beside = await opener.withPage(good, {}, async ({ page }) => {
      await page.goto(good);
      await opener.withPage(hog, {}, async ({ page: hungry }) => {
        let crashed = false;
        hungry.once('error', () => {
          crashed = true;
        });
        await hungry.goto(hog);
        await until('the page to be ended', () => crashed);
      });
      return await page.title();
    });
    expect(beside).toBe('good');
    expect(killed).toEqual([expect.any(Number)]);
    expect(killed[0]).toBeGreaterThan(400 * MIB);
    expect([await groupOf(opener), restarts]).toEqual([before, []]);
  });

  it.each(['renderer', 'gpu-process', 'zygote'])(
    'serves the next page after the death of a process: %s',
    async (kind) => {
      const good = site.serve('/good', '<title>good</title>');
      expect(await titleOf(good)).toBe('good');
      const before = await groupOf(impatient);
      // In a sandbox the death of one process ends its children.
      for (const pid of processesInGroup(before).filter((one) => kindOf(one) === kind)) kill(pid);
      await until('a page to be shown again', async () => (await titleOf(good).catch(() => '')) === 'good');
      if ((await groupOf(impatient)) === before) return;
      await until('the broken browser to leave nothing', () => processesInGroup(before).length === 0);
    },
  );

  it('kills a browser that does not respond, and serves the next page from another', async () => {
    const good = site.serve('/good', '<title>good</title>');
    const before = await groupOf(impatient);
    process.kill(before, 'SIGSTOP');
    await expect(titleOf(good)).rejects.toThrow('opening a page');
    expect(restarts).toContain('hung');
    await until('all its processes to end', () => processesInGroup(before).length === 0);
    expect(await titleOf(good)).toBe('good');
  });
});
