import { type FixtureSite, reachablePages, startFixtureSite } from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { System } from '../harness/system';

describe('a v1 crawl keeps to', () => {
  const api = System.shared().api();
  const scrapeOptions = { maxAge: 0 };
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 121 });
  });
  afterAll(() => site.close());

  it.each([
    { maxDepth: 2 },
    { maxDepth: 3, maxDiscoveryDepth: 1 },
    { includePaths: ['^/tree/1'], excludePaths: ['/2$'] },
  ])('%j', async (options) => {
    const url = `${site.main}/tree/`;
    const expected = reachablePages(site, url, { sitemap: 'skip', ...options });
    const job = await runJob(api, '/v1/crawl', { url, ignoreSitemap: true, ...options, scrapeOptions });
    expect(urlsOf(job.documents)).toEqual([...expected.documents.keys()].sort());
  });

  it('limits path depth to ten and stays below the start page by default', async () => {
    const expected = reachablePages(site, `${site.main}/tree/2`, { maxDepth: 10 });
    const job = await runJob(api, '/v1/crawl', { url: `${site.main}/tree/2` });
    expect(urlsOf(job.documents)).toEqual([...expected.documents.keys()].sort());
  });

  it.each([{ allowBackwardLinks: true }, { crawlEntireDomain: true, allowBackwardLinks: false }])(
    'crawls the whole site with %j',
    async (options) => {
      const body = { url: `${site.main}/tree/2`, includePaths: ['^/tree'], ignoreSitemap: true, ...options };
      const job = await runJob(api, '/v1/crawl', { ...body, scrapeOptions });
      expect(new Set(urlsOf(job.documents)).size).toBe(121);
      expect(job.documents).toHaveLength(121);
    },
  );
});
