import { type FixtureSite, startFixtureSite, treePath, until } from '@orbweaver/testing';
import type { WireDocument } from '../harness/api-client';
import { runJob, urlsOf } from '../harness/jobs';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';
import type { Version } from '../harness/versions';

const DAY_MS = 86_400_000;
const WRITTEN_WITHIN_MS = 10_000;

const api = System.shared().api();
let site: FixtureSite;
let pages = 0;

beforeAll(async () => {
  site = await startFixtureSite({ treePages: 250 });
});
afterAll(() => site.close());

/** A page that no other test uses. The crawl has another part of the tree. */
const freshUrl = (): string => site.main + treePath(249 - pages++);

async function scrape(url: string, options: object = {}, version: Version = 'v2'): Promise<WireDocument> {
  const reply = await api.post(`/${version}/scrape`, { url, maxAge: DAY_MS, ...options });
  if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body.data;
}

const stateOf = async (...question: Parameters<typeof scrape>) => (await scrape(...question)).metadata.cacheState;

/** A document from the cache, without a request to the site. A page may be cached shortly after its response. */
function hit(...question: Parameters<typeof scrape>): Promise<WireDocument> {
  return until(
    `hit for ${question[0]}`,
    async () => {
      const before = site.log.requests.length;
      const document = await scrape(...question);
      if (document.metadata.cacheState !== 'hit') return undefined;
      expect(site.log.requests).toHaveLength(before);
      return document;
    },
    WRITTEN_WITHIN_MS,
  );
}

describe('the page cache', () => {
  it.each(['v1', 'v2'] as const)('answers %s a second time without a request to the site', async (version) => {
    const url = freshUrl();
    const startedAt = Date.now();
    const first = await scrape(url, {}, version);
    expect(first.metadata).toMatchObject({ cacheState: 'miss', creditsUsed: 1 });
    expect(first.metadata).not.toHaveProperty('cachedAt');
    const second = await hit(url, {}, version);
    const { cachedAt } = second.metadata;
    expect(new Date(String(cachedAt)).toISOString()).toBe(cachedAt);
    expect(Date.parse(String(cachedAt))).toBeGreaterThanOrEqual(startedAt);
    expect(second.metadata).toMatchObject({ url, sourceURL: url, statusCode: 200, proxyUsed: 'basic', creditsUsed: 1 });
    expect(second.markdown).toBe(first.markdown);
    const count = site.log.count(url);
    expect(await stateOf(url, { maxAge: 0 }, version)).toBeUndefined();
    expect(site.log.count(url)).toBe(count + 1);
  });

  it('is not shared between teams', async () => {
    const other = System.shared().api(await addTeam(System.shared()));
    const url = freshUrl();
    await scrape(url);
    await hit(url);
    const { body } = await other.post('/v2/scrape', { url, maxAge: DAY_MS });
    expect(body.data.metadata.cacheState).toBe('miss');
    expect(site.log.count(url)).toBe(2);
  });

  it('is used by default in v2 and not in v1', async () => {
    const url = freshUrl();
    expect(await stateOf(url, { maxAge: undefined })).toBe('miss');
    await hit(url, { maxAge: undefined });
    expect(await stateOf(url, { maxAge: undefined }, 'v1')).toBeUndefined();
    await hit(url, {}, 'v1');
  });

  it('stores pages with maxAge 0 and none with storeInCache false', async () => {
    const [kept, left] = [freshUrl(), freshUrl()];
    await scrape(kept, { maxAge: 0 });
    await hit(kept);
    await scrape(left, { storeInCache: false });
    expect(await stateOf(left, { storeInCache: false })).toBe('miss');
    expect(site.log.count(left)).toBe(2);
  });

  it('returns no page older than maxAge', async () => {
    const url = freshUrl();
    await scrape(url);
    const { cachedAt } = (await hit(url)).metadata;
    expect(await stateOf(url, { maxAge: 1 })).toBe('miss');
    const renewed = await hit(url);
    expect(Date.parse(String(renewed.metadata.cachedAt))).toBeGreaterThan(Date.parse(String(cachedAt)));
  });

  it('serves every format of a page that was cached with another format', async () => {
    const url = freshUrl();
    await scrape(url, { formats: ['markdown'] });
    const formats = ['markdown', 'html', 'rawHtml', 'links', 'images'];
    const kept = await hit(url, { formats, onlyMainContent: false, excludeTags: ['p'] });
    const live = await scrape(url, { formats, onlyMainContent: false, excludeTags: ['p'], maxAge: 0 });
    const { cacheState: _, cachedAt: __, scrapeId: ___, ...metadata } = kept.metadata;
    expect(live).toMatchObject({ ...kept, metadata });
    expect(kept.rawHtml).toMatch(/<html/);
    expect(kept.links).toEqual(expect.arrayContaining([expect.stringMatching('/tree/')]));
  });

  it('shares pages of crawls with scrapes, batches and other crawls', async () => {
    const url = `${site.main}${treePath(13)}`;
    const options = { includePaths: [`^${treePath(13)}(?:/|$)`] };
    const cold = await runJob(api, '/v2/crawl', { url, ...options, sitemap: 'skip', scrapeOptions: { maxAge: 0 } });
    expect(cold.documents).toHaveLength(13);
    expect(cold.documents.every(({ metadata }) => metadata.cacheState === undefined)).toBe(true);
    const urls = urlsOf(cold.documents);
    await Promise.all(urls.map((page) => hit(page)));

    const fetched = () => site.log.requests.filter(({ path }) => path !== '/robots.txt').length;
    const before = fetched();
    const batch = await runJob(api, '/v2/batch/scrape', { urls, maxAge: DAY_MS, formats: ['links'] });
    const scrapeOptions = { maxAge: DAY_MS };
    const crawl = await runJob(api, '/v1/crawl', { url, ...options, ignoreSitemap: true, scrapeOptions });
    expect(fetched()).toBe(before);
    for (const job of [batch, crawl]) {
      expect(urlsOf(job.documents)).toEqual(urls);
      expect(new Set(job.documents.map(({ metadata }) => metadata.cacheState))).toEqual(new Set(['hit']));
      expect(job.status).toMatchObject({ creditsUsed: 13, completed: 13 });
      expect(job.errors).toEqual([]);
    }

    const [first, ...others] = [freshUrl(), freshUrl(), freshUrl()];
    await runJob(api, '/v2/batch/scrape', { urls: [first], maxAge: 0 });
    await hit(first!);
    const mixed = await runJob(api, '/v2/batch/scrape', { urls: [first, ...others] });
    const states = new Map(mixed.documents.map(({ metadata }) => [metadata.url, metadata.cacheState]));
    expect([first, ...others].map((url) => states.get(url!))).toEqual(['hit', 'miss', 'miss']);
  });

  it('preserves redirects in crawls', async () => {
    const crawl = (maxAge: number) => {
      const scrapeOptions = { maxAge, formats: ['markdown', 'links'] };
      return runJob(api, '/v2/crawl', { url: `${site.main}/redirects/`, sitemap: 'skip', scrapeOptions });
    };
    const live = await crawl(0);
    await Promise.all(urlsOf(live.documents).map((url) => hit(url)));
    const known = `${site.main}/redirects/known`;
    await scrape(known);
    expect((await hit(known)).metadata).toMatchObject({ sourceURL: known, url: `${site.main}/redirects/page` });
    const kept = await crawl(DAY_MS);
    expect(urlsOf(kept.documents)).toEqual(urlsOf(live.documents));
    expect(kept.errors.map(({ url }) => url).sort()).toEqual(live.errors.map(({ url }) => url).sort());
    const states = kept.documents.map(({ metadata }) => metadata.cacheState);
    expect(states.filter((state) => state === 'hit').length).toBeGreaterThanOrEqual(live.documents.length);
  });

  const bypasses: [what: string, version: Version, options: object][] = [
    ['headers', 'v2', { headers: { 'x-from': 'me' } }],
    ['headers', 'v1', { headers: { 'x-from': 'me' } }],
    ['actions', 'v2', { actions: [{ type: 'wait', milliseconds: 1 }] }],
    ['a wait', 'v2', { waitFor: 1 }],
    ['the stealth proxy', 'v1', { proxy: 'stealth' }],
    ['change tracking', 'v2', { formats: ['markdown', 'changeTracking'] }],
    ['a screenshot with its own quality', 'v2', { formats: [{ type: 'screenshot', quality: 50 }] }],
    [
      'a screenshot with its own viewport',
      'v2',
      { formats: [{ type: 'screenshot', viewport: { width: 640, height: 480 } }] },
    ],
  ];
  it('is skipped by requests with actions, headers and the like', async () => {
    const url = freshUrl();
    await scrape(url);
    await hit(url);
    const answers = await Promise.all(bypasses.map(([, version, options]) => scrape(url, options, version)));
    for (const [index, { metadata }] of answers.entries()) {
      expect([bypasses[index]![0], metadata.cacheState, metadata.cachedAt]).toEqual([
        bypasses[index]![0],
        undefined,
        undefined,
      ]);
    }
    expect(site.log.count(url)).toBeGreaterThanOrEqual(bypasses.length + 1);
  });

  it('does not store pages of requests with credentials', async () => {
    const urls = [freshUrl(), freshUrl()];
    await scrape(urls[0]!, { headers: { cookie: 'me=1' }, storeInCache: true });
    await scrape(urls[1]!, { actions: [{ type: 'wait', milliseconds: 1 }], storeInCache: true });
    // When this later page is cached, earlier ones are too.
    const later = freshUrl();
    await scrape(later);
    await hit(later);
    expect(await Promise.all(urls.map((url) => stateOf(url)))).toEqual(['miss', 'miss']);
  });

  it('serves pages of the stealth proxy at the basic price', async () => {
    const url = freshUrl();
    await scrape(url, { proxy: 'stealth' });
    expect((await hit(url, { proxy: 'basic' })).metadata).toMatchObject({ proxyUsed: 'basic', creditsUsed: 1 });
  });

  it('separates pages by device, location and ad blocking', async () => {
    const url = freshUrl();
    await scrape(url, { location: { country: 'DE', languages: ['de', 'en'] } });
    await hit(url, { location: { country: 'DE', languages: ['en', 'DE'] } });
    const others = [
      {},
      { location: { country: 'DE', languages: ['de'] } },
      { location: { country: 'FR', languages: ['de', 'en'] } },
      { location: { country: 'DE', languages: ['de', 'en'] }, mobile: true },
      { location: { country: 'DE', languages: ['de', 'en'] }, blockAds: false },
    ];
    for (const options of others) expect([options, await stateOf(url, options)]).toEqual([options, 'miss']);
    for (const options of others) await hit(url, options);
  });

  it('serves screenshots only for the same kind, and the page for all requests', async () => {
    const url = freshUrl();
    const viewport = { formats: ['markdown', 'screenshot'] };
    const fullPage = { formats: [{ type: 'screenshot', fullPage: true }] };
    await scrape(url);
    await hit(url);
    const first = await scrape(url, viewport);
    expect(first.metadata.cacheState).toBe('miss');
    const second = await hit(url, viewport);
    expect(second.screenshot).toBe(first.screenshot);
    expect(second.screenshot).toMatch(/^data:image\/png;base64,/);
    const whole = await scrape(url, fullPage);
    expect(whole.metadata.cacheState).toBe('miss');
    expect((await hit(url, fullPage)).screenshot).toBe(whole.screenshot);
    expect((await hit(url, viewport)).screenshot).toBe(first.screenshot);
    expect(await hit(url)).not.toHaveProperty('screenshot');
  });

  it('serves PDFs to requests for their text', async () => {
    const url = `${site.main}/documents/pages.pdf`;
    const file = await scrape(url, { parsers: [] });
    expect(file.markdown).toMatch(/^JVBERi/);
    expect(await stateOf(url)).toBe('miss');
    const read = await hit(url, { formats: ['markdown', 'html'] });
    expect(read.markdown).toContain('Text of page 1');
    expect(read.metadata).toMatchObject({ numPages: 3, creditsUsed: 3 });
    const again = await scrape(url, { parsePDF: false }, 'v1');
    expect(again.markdown).toBe(file.markdown);
    expect(again.metadata.cacheState).toBe('miss');
    await hit(url);
  });

  it('stores 404 pages and no failures or refusals', async () => {
    const missing = `${site.main}/broken/missing`;
    await scrape(missing);
    expect((await hit(missing)).metadata).toMatchObject({ statusCode: 404, error: 'Not Found' });
    for (const path of ['/broken/failing', '/broken/forbidden']) {
      await scrape(site.main + path);
      expect([path, await stateOf(site.main + path)]).toEqual([path, 'miss']);
    }
  });

  it('serves no page of an untrusted certificate to requests that verify certificates', async () => {
    const url = site.secure + treePath(1);
    await scrape(url);
    await hit(url);
    const body = { url, maxAge: DAY_MS, skipTlsVerification: false };
    expect(await api.post('/v2/scrape', body)).toMatchObject({ status: 500, body: { code: 'SCRAPE_SSL_ERROR' } });
  });
});
