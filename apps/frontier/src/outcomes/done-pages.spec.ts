import { setTimeout } from 'node:timers/promises';
import { outcomeOf, TestActions } from '../../test/test-actions';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const at = (path: string) => `http://site.test${path}`;
const DONE = { kind: 'done', statusCode: 200 } as const;

describe('DonePages', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  /** Leases the pages `/1` to `/count` of a crawl, or as many on several hosts. */
  const leaseSome = async (
    count: number,
    crawl: Parameters<TestActions['crawl']>[0] = {},
    urlOf = (n: number) => at(`/${n}`),
  ) => {
    const { actions } = frontier;
    const jobId = await actions.crawl(crawl);
    const [start] = await actions.lease();
    await actions.done(
      start!,
      Array.from({ length: count }, (_, n) => urlOf(n + 1)),
    );
    const pages = (await actions.lease()).sort((one, other) => one.url.localeCompare(other.url));
    expect(pages).toHaveLength(count);
    return { jobId, pages };
  };

  it('finishes pages in one transaction, with each link once in order of discovery', async () => {
    const { actions, database } = frontier;
    const { jobId, pages } = await leaseSome(5);
    const transactions = jest.spyOn(database, '$transaction');
    await actions.doneTogether(
      pages.map((page, n) => ({ page, outlinks: [at('/shared'), at(`/of-${n}`), 'http://other.test/'] })),
    );
    expect(transactions).toHaveBeenCalledTimes(1);
    transactions.mockRestore();
    expect((await actions.urls(jobId)).slice(6)).toEqual([
      '/shared: queued',
      '/of-0: queued',
      'http://other.test/: external',
      ...[1, 2, 3, 4].map((n) => `/of-${n}: queued`),
    ]);
    expect(await actions.job(jobId)).toMatchObject({ done: 6, leased: 0, queued: 6, admitted: 12, known: 13 });
  });

  it('keeps all links when one of the pages has a newer state', async () => {
    const { actions } = frontier;
    const { jobId, pages } = await leaseSome(3);
    const [late, ...others] = pages;
    // It is leased again after its links were judged.
    const read = jest.spyOn(frontier.database, '$transaction').mockImplementationOnce(async (work, options) => {
      read.mockRestore();
      await frontier.database.$executeRaw`
        UPDATE frontier_pages SET epoch = epoch + 1 WHERE id = ${late!.pageId}::uuid`;
      return frontier.database.$transaction(work, options);
    });
    await actions.doneTogether([
      { page: late!, outlinks: [at('/shared')] },
      ...others.map((page) => ({ page, outlinks: [at('/shared')] })),
    ]);
    expect(await actions.urls(jobId)).toContain('/shared: queued');
    expect(await actions.job(jobId)).toMatchObject({ done: 3, leased: 1 });
  });

  it('admits a link that one page admits and another refuses by depth', async () => {
    const { actions } = frontier;
    const jobId = await actions.crawl({ scope: { maxDiscoveryDepth: 2 } });
    const [start] = await actions.lease();
    await actions.done(start!, [at('/near'), at('/middle')]);
    const [middle, near] = (await actions.lease()).sort((one, other) => one.url.localeCompare(other.url));
    await actions.done(middle!, [at('/deep')]);
    const [deep] = await actions.lease();
    expect(deep).toMatchObject({ url: at('/deep'), depth: 2 });
    await actions.doneTogether([
      { page: deep!, outlinks: [at('/x')] },
      { page: near!, outlinks: [at('/x')] },
    ]);
    expect((await actions.urls(jobId)).filter((url) => url.startsWith('/x'))).toEqual(['/x: queued']);
  });

  it('stores refused links once, with a row per page and reason, also after a restart', async () => {
    const { actions, database } = frontier;
    const links = Array.from({ length: 45 }, (_, n) => `http://other.test/${n}`);
    const { jobId, pages } = await leaseSome(4, { scope: { excludePaths: ['^/private'] } });
    const outlinks = [...links, at('/private/1'), at('/private/2')];
    await actions.doneTogether(pages.slice(0, 2).map((page) => ({ page, outlinks })));
    expect(await database.frontierRefusal.count({ where: { jobId } })).toBe(2);
    const restarted = new TestActions(database, joinFrontier(frontier));
    await restarted.doneTogether(pages.slice(2).map((page) => ({ page, outlinks: [...outlinks, at('/private/3')] })));
    const refused = (await actions.urls(jobId)).filter((url) => /external|excluded/.test(url));
    expect(refused).toHaveLength(48);
    expect(new Set(refused).size).toBe(48);
    expect(await actions.job(jobId)).toMatchObject({ known: 5 + 48 });
  });

  it('clears its memory when the job ends', async () => {
    const { actions, settledUrls, compiledJobs } = frontier;
    const { jobId, pages } = await leaseSome(2, { limit: 3 });
    const compiled = await compiledJobs.find(jobId);
    const unsettled = () => settledUrls.withoutSettled(compiled!, at('/'), [at('/x'), at('/y')]);
    const [first, last] = pages;
    await actions.done(first!, [at('/x')]);
    expect(unsettled()).toEqual([at('/y')]);
    await actions.done(last!, [at('/x'), at('/y')]);
    expect(await actions.job(jobId)).toMatchObject({ state: 'settled', done: 3 });
    expect(unsettled()).toEqual([at('/x'), at('/y')]);
  });

  it('gathers outcomes while enough pages are leased', async () => {
    const { actions, batches, database } = frontier;
    const { jobId, pages } = await leaseSome(
      14,
      { scope: { allowSubdomains: true } },
      (n) => `http://${n % 2 === 0 ? 'even' : 'odd'}.site.test/${n}`,
    );
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
    const transactions = jest.spyOn(database, '$transaction');
    const record = (some: typeof pages) => some.map((page) => batches.add(outcomeOf(page, DONE, [])));
    await Promise.all(record(pages.slice(0, 1)));
    expect(transactions).toHaveBeenCalledTimes(1);

    const gathered = record(pages.slice(1, 4));
    await expectNone(gathered);
    expect(transactions).toHaveBeenCalledTimes(1);
    now.mockReturnValue(1_000_050);
    await Promise.all(gathered);
    expect(transactions).toHaveBeenCalledTimes(2);

    // Ten are leased now: with the third outcome fewer than eight are left, so no outcome may be delayed.
    const last = record(pages.slice(4, 6));
    await expectNone(last);
    last.push(...record(pages.slice(6, 7)));
    await Promise.all(last);
    expect(transactions).toHaveBeenCalledTimes(3);
    await Promise.all(record(pages.slice(7)));
    now.mockRestore();
    transactions.mockRestore();
    expect(await actions.job(jobId)).toMatchObject({ state: 'settled', done: 15 });
  });
});

/** Expects that no promise settles within twice the gathering time. */
async function expectNone(promises: readonly Promise<void>[]): Promise<void> {
  const timeout = setTimeout(100, 'none');
  expect(await Promise.race([...promises, timeout])).toBe('none');
}
