import { randomUUID } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(120_000);

const urls = (count: number, host: string) => Array.from({ length: count }, (_, n) => `http://${host}/${n}`);

describe('HostConcurrency', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  const answerAll = async (pages: readonly RenderPage[], how: 'well' | 'hanging' | 'busy', afterMs = 10) => {
    frontier.time.pass(afterMs);
    for (const page of pages) {
      if (how === 'well') await frontier.actions.done(page);
      else if (how === 'hanging') await frontier.actions.fail(page, 'timed-out');
      else await frontier.actions.answer(page, { kind: 'deferred', retryAfterMs: 1_000 });
    }
  };
  const width = async (host: string) => (await frontier.actions.lease()).filter(({ url }) => url.includes(host));

  it.each([
    ['responds', 'well', 10, 16],
    ['takes more than half of the time limit', 'well', 20_000, 4],
    ['hangs', 'hanging', 30_000, 4],
    ['defers pages', 'busy', 10, 4],
  ] as const)('limits the leases of a host that %s, over all jobs', async (_, how, afterMs, expected) => {
    const { actions, time } = frontier;
    for (let job = 0; job < 4; job += 1) await actions.batch(urls(60, 'one.test'), { teamId: randomUUID() });
    let pages = await width('one.test');
    expect(pages).toHaveLength(8);
    for (let round = 0; round < 2; round += 1) {
      await answerAll(pages, how, afterMs);
      time.pass(1_500);
      pages = await width('one.test');
    }
    expect(pages).toHaveLength(expected);
  });

  it('raises the limit of a recovered host with every returned page', async () => {
    const { actions, time } = frontier;
    await actions.batch(urls(100, 'one.test'));
    await answerAll(await width('one.test'), 'hanging', 30_000);
    const widths: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      time.pass(5_000);
      const pages = await width('one.test');
      widths.push(pages.length);
      await answerAll(pages, 'well');
    }
    expect(widths).toEqual([4, 8, 16]);
  });

  it('does not delay other hosts of a crawl with a hanging host', async () => {
    const { actions, time } = frontier;
    await actions.batch([...urls(60, 'dying.test'), ...urls(200, 'well.test')]);
    const visits: number[] = [];
    let hanging: RenderPage[] = [];
    for (let round = 0; round < 6; round += 1) {
      const pages = await actions.lease();
      const well = pages.filter(({ url }) => url.includes('well.test'));
      hanging = [...hanging, ...pages.filter(({ url }) => url.includes('dying.test'))];
      visits.push(well.length);
      await answerAll(well, 'well', 1_000);
      if (round === 2) await answerAll(hanging.splice(0), 'hanging', 27_000);
      time.pass(10);
    }
    expect(Math.min(...visits)).toBeGreaterThanOrEqual(5);
    expect(hanging.length).toBeLessThanOrEqual(8);
  });
});
