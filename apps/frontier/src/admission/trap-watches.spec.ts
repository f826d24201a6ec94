import { TestActions } from '../../test/test-actions';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(120_000);

const months = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `http://site.test/calendar/${from + n}`);
const session = (n: number) => `http://site.test/a?sid=${n.toString(16).padStart(32, 'a1')}`;

describe('a crawl in a trap', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  const count = async (jobId: string) => {
    const counts: Record<string, number> = {};
    for (const { url, reason, state } of await frontier.actions.known(jobId)) {
      if (url.includes('calendar')) counts[reason ?? state] = (counts[reason ?? state] ?? 0) + 1;
    }
    return counts;
  };

  it('admits all seeds and sitemap pages, and links up to the bound of the trap', async () => {
    const { actions, site } = frontier;
    site.sitemaps.set('http://site.test/sitemap.xml', months(0, 700));
    const jobId = await actions.crawl({ sitemap: 'include' });
    expect(await count(jobId)).toEqual({ queued: 700 });
    const [start] = await actions.lease();
    await actions.done(start!, [...months(10_000, 700), ...Array.from({ length: 9 }, (_, n) => session(n))]);
    expect(await count(jobId)).toMatchObject({ trap: 200 });
    const urls = await actions.urls(jobId);
    expect(urls.filter((url) => url.includes('sid=') && !url.endsWith(': trap'))).toHaveLength(3);
  });

  it('respects the bound of a trap over restarts, frontiers and the crawl limit', async () => {
    const { actions, database } = frontier;
    const jobId = await actions.crawl({ limit: 300 });
    const first = await actions.lease();
    await actions.done(first[0]!, months(0, 400));
    expect(await count(jobId)).toEqual({ queued: 299, limit: 101 });
    const others = [1, 2, 3].map(() => new TestActions(database, joinFrontier(frontier)));
    for (const [n, other] of others.entries()) {
      const [page] = await other.lease();
      await other.done(page!, [...months(0, 400), ...months(1_000 * (n + 1), 80)]);
    }
    // 400 before, 80 and 20 more, then none.
    expect((await count(jobId)).trap).toBe(140);
  });

  it('ends on a relative link that repeats itself, including redirects', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.crawl();
    for (let [page] = await actions.lease(); page !== undefined; [page] = await actions.lease()) {
      const next = `${page.url}left/right/`;
      if (page.url.length % 3 === 0) await actions.answer(page, { kind: 'redirected', finalUrl: next });
      else await actions.done(page, [next]);
    }
    expect(publisher.of('jobSettled')).toMatchObject([{ jobId, reason: 'finished' }]);
    expect((await actions.known(jobId)).length).toBeLessThan(6);
  });
});
