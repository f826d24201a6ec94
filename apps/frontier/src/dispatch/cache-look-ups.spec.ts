import { randomBytes, randomUUID } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { cacheKeyHash, type NewCachedPage, type Transaction, writeCachedPages } from '@orbweaver/persistence';
import { scrapeSpec } from '@orbweaver/testing';
import { takeErrors } from '../../test/assemble-frontier';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const teamId = randomUUID();
const cached = { maxAgeMs: DAY_MS };

describe('CacheLookUps', () => {
  let frontier: TestFrontier;
  afterEach(() => frontier.close());

  /** Writes pages like results, an hour ago. */
  async function keep(url: string, changes: Partial<NewCachedPage> = {}): Promise<void> {
    const capture = { url, status: 200, headers: {}, engine: 'http', isPdf: false };
    await writeCachedPages(frontier.database, [
      {
        key: cacheKeyHash({ url, spec: scrapeSpec(), teamId }, 'team'),
        look: 'http',
        verified: false,
        succeeded: true,
        url,
        isPdf: false,
        capturedAt: new Date(frontier.time.now().getTime() - 3_600_000),
        capture,
        body: Buffer.from(`body of ${url}`),
        ...changes,
      },
    ]);
  }

  const byUrl = (pages: readonly RenderPage[]) => new Map(pages.map((page) => [new URL(page.url).pathname, page]));
  const states = (pages: readonly RenderPage[]) =>
    Object.fromEntries(pages.map(({ url, cache }) => [new URL(url).pathname, cache?.state]));

  it('sends cached pages of jobs that allow it', async () => {
    frontier = await startTestFrontier();
    const urls = ['http://a.test/1', 'http://b.test/2', 'http://c.test/3'];
    await keep(urls[1]!);
    await frontier.actions.batch(urls, { teamId, changes: cached });
    const pages = byUrl(await frontier.actions.lease());
    expect(pages.get('/1')).toMatchObject({ cache: { state: 'miss' }, keepCapture: true });
    expect(pages.get('/2')).toMatchObject({
      cache: {
        state: 'hit',
        capturedAt: frontier.time.now().getTime() - 3_600_000,
        capture: { url: urls[1], status: 200 },
      },
    });
    expect(Buffer.from(pages.get('/2')!.captureBody!).toString()).toBe(`body of ${urls[1]}`);
    expect(pages.get('/2')!.keepCapture).toBeUndefined();
    const counted = await frontier.registry.getSingleMetricAsString('orbweaver_frontier_cache_lookups_total');
    expect(counted).toContain('{outcome="hit"} 1');
    expect(counted).toContain('{outcome="miss"} 2');

    await frontier.actions.batch(urls, { teamId, changes: { storeInCache: false } });
    for (const page of await frontier.actions.lease()) {
      expect(page.cache).toBeUndefined();
      expect(page.keepCapture).toBeUndefined();
    }
  });

  it.each([
    ['nothing by default', {}, 'miss'],
    ['cached pages with PAGE_CACHE_PER_TEAM=false', { PAGE_CACHE_PER_TEAM: 'false' }, 'hit'],
  ])('shares %s between teams', async (_, config, state) => {
    frontier = await startTestFrontier(config);
    const url = 'http://a.test/1';
    await keep(url, { key: cacheKeyHash({ url, spec: scrapeSpec(), teamId }, 'everyone') });
    await frontier.actions.batch([url], { teamId, changes: cached });
    expect(states(await frontier.actions.lease())).toEqual({ '/1': state });
  });

  it('does not query a disabled cache', async () => {
    frontier = await startTestFrontier({ PAGE_CACHE_MAX_MIB: 0 });
    await keep('http://a.test/1');
    await frontier.actions.batch(['http://a.test/1'], { teamId, changes: cached });
    const [page] = await frontier.actions.lease();
    expect(page).not.toHaveProperty('cache');
    expect(page).not.toHaveProperty('keepCapture');
  });

  it('uses a cached page for a crawl only if the dedup key is equal', async () => {
    frontier = await startTestFrontier();
    await keep('http://site.test/a');
    const crawl = async (deduplicateSimilarURLs: boolean) => {
      const scope = { deduplicateSimilarURLs };
      const url = 'http://site.test/a/';
      await frontier.actions.crawl({ url, teamId, scope, changes: cached, ignoreRobotsTxt: true });
      return states(await frontier.actions.lease());
    };
    expect(await crawl(true)).toEqual({ '/a/': 'hit' });
    expect(await crawl(false)).toEqual({ '/a/': 'miss' });
  });

  it('looks up all pages of a round in one statement and reads only the hits', async () => {
    frontier = await startTestFrontier();
    const urls = Array.from({ length: 50 }, (_, n) => `http://host${n}.test/${n}`);
    const statements: string[] = [];
    const run = frontier.database.$transaction.bind(frontier.database);
    jest.spyOn(frontier.database, '$transaction').mockImplementation(((work: (transaction: Transaction) => unknown) =>
      run(async (transaction) => {
        const record = (query: TemplateStringsArray, ...values: unknown[]) => {
          if (Array.isArray(query) && query.join('').includes('page_cache')) statements.push(query.join('?'));
          return transaction.$queryRaw(query, ...values);
        };
        return work({ ...transaction, $queryRaw: record as Transaction['$queryRaw'] });
      })) as never);
    await frontier.actions.batch(urls, { teamId, changes: cached });
    expect((await frontier.actions.lease()).length).toBeGreaterThan(10);
    expect(statements).toHaveLength(1);
  });

  it('sends large pages in slices, each exactly once', async () => {
    frontier = await startTestFrontier();
    const urls = Array.from({ length: 12 }, (_, n) => `http://host${n}.test/${n}`);
    for (const url of urls.slice(2)) await keep(url, { body: randomBytes(5 * 1024 * 1024) });
    await frontier.actions.batch(urls, { teamId, changes: cached });
    const sizes: number[] = [];
    const { publisher } = frontier;
    const publishAll = publisher.publishAll.bind(publisher);
    jest.spyOn(publisher, 'publishAll').mockImplementation(async (topic, messages) => {
      if (topic === 'renderBulk') sizes.push(messages.length);
      await publishAll(topic, messages);
    });
    const pages = await frontier.actions.lease();
    expect(new Set(pages.map(({ url }) => url))).toEqual(new Set(urls));
    expect(pages).toHaveLength(urls.length);
    expect(Object.values(states(pages)).filter((state) => state === 'hit')).toHaveLength(10);
    expect(sizes.length).toBeGreaterThan(3);
  });

  it('lets renderers fetch the pages when the cache is unreadable', async () => {
    frontier = await startTestFrontier();
    await keep('http://a.test/1');
    await frontier.actions.batch(['http://a.test/1', 'http://b.test/2'], { teamId, changes: cached });
    const pages = await frontier.database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE page_cache IN ACCESS EXCLUSIVE MODE`;
      return await frontier.actions.lease();
    });
    expect(states(pages)).toEqual({ '/1': 'miss', '/2': 'miss' });
    expect(pages.every(({ keepCapture }) => keepCapture)).toBe(true);
    const counted = await frontier.registry.getSingleMetricAsString('orbweaver_frontier_cache_lookups_total');
    expect(counted).toContain('{outcome="failed"} 2');
    expect(takeErrors().map(String).join()).toMatch(/lock timeout/);
  });

  it('releases unsent pages when the broker is unavailable', async () => {
    frontier = await startTestFrontier();
    await keep('http://a.test/1');
    await frontier.actions.batch(['http://a.test/1'], { teamId, changes: cached });
    frontier.publisher.isAway = true;
    await expect(frontier.actions.lease()).rejects.toThrow('the broker is away');
    const other = joinFrontier(frontier);
    const { leased } = await other.round.run();
    await other.dispatcher.dispatch(leased);
    expect(other.publisher.of('renderBulk')).toMatchObject([{ cache: { state: 'hit' }, epoch: 2 }]);
  });
});
