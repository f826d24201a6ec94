import { hostilePages, startHostileSite, until } from '@orbweaver/testing';
import { startPageOpener } from '../../../test/page-opener';
import { GpuWatch } from './gpu-watch';

describe('GpuWatch', () => {
  it.each<[string, { pid: number; cpuSeconds: number; atMs: number }[], number]>([
    [
      'nothing is rendered',
      [
        { pid: 1, cpuSeconds: 1, atMs: 0 },
        { pid: 1, cpuSeconds: 1.1, atMs: 5000 },
      ],
      0,
    ],
    [
      'the process is busy',
      [
        { pid: 1, cpuSeconds: 1, atMs: 0 },
        { pid: 1, cpuSeconds: 5, atMs: 5000 },
      ],
      1,
    ],
    [
      'the process was busy only briefly',
      [
        { pid: 1, cpuSeconds: 1, atMs: 0 },
        { pid: 1, cpuSeconds: 3, atMs: 2000 },
      ],
      0,
    ],
    [
      'the process is new',
      [
        { pid: 1, cpuSeconds: 1, atMs: 0 },
        { pid: 2, cpuSeconds: 9, atMs: 5000 },
      ],
      0,
    ],
  ])('renders a test page if needed when %s', (_, looks, asked) => {
    let asks = 0;
    const watch = new GpuWatch(
      async () => {
        asks += 1;
      },
      () => undefined,
    );
    for (const { atMs, ...use } of looks) watch.look(use, atMs);
    expect(asks).toBe(asked);
  });

  it('kills a GPU process that blocks rendering, so that other pages are rendered', async () => {
    const site = await startHostileSite({ pages: hostilePages, secret: 'http://127.0.0.2:9' });
    let killed = 0;
    const opener = await startPageOpener({
      onGpuKilled: () => {
        killed += 1;
      },
    });
    try {
      await opener.withPage(site.origin, {}, async ({ page }) => {
        await page.goto(site.urlOf({ name: 'web-gl' }));
        await until('the end of the process that draws', () => killed > 0, 50_000);
      });
      const image = await opener.withPage(site.origin, {}, async ({ page }) => {
        await page.goto(site.urlOf({ name: 'gone' }));
        return await page.screenshot();
      });
      expect(image.byteLength).toBeGreaterThan(0);
    } finally {
      await opener.close();
      await site.close();
    }
  });
});
