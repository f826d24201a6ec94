import {
  canonicalUrl,
  type FixtureSite,
  type ReferenceCrawlOptions,
  reachablePages,
  startFixtureSite,
} from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { System } from '../harness/system';

/** Name, start URL and options (v2). */
type Case = [what: string, start: string, options?: ReferenceCrawlOptions];

const cases: Case[] = [
  ['a whole site from its root', '/', { excludePaths: ['^/calendar'] }],
  ['a tree', '/tree/'],
  ['child pages only', '/tree/1', { sitemap: 'skip' }],
  ['siblings and parents too', '/tree/1', { sitemap: 'skip', crawlEntireDomain: true, includePaths: ['^/tree'] }],
  ['nothing but the start page', '/tree/', { sitemap: 'skip', maxDiscoveryDepth: 0 }],
  ['the start page and its links', '/tree/', { sitemap: 'skip', maxDiscoveryDepth: 1 }],
  ['pages that match a pattern', '/tree/', { includePaths: ['^/tree/2', '/tree/$'] }],
  ['all pages but those that match a pattern', '/tree/', { excludePaths: ['/2', '^/tree/3$'] }],
  ['a start page outside its own patterns', '/sections/', { sitemap: 'skip', includePaths: ['^/sections/blog'] }],
  ['both kinds of patterns', '/sections/', { includePaths: ['sections'], excludePaths: ['draft|shop'] }],
  ['a site map and what its pages link to', '/mapped/'],
  ['no site map', '/mapped/', { sitemap: 'skip' }],
  ['a site map and nothing further', '/mapped/', { maxDiscoveryDepth: 1 }],
  ['pages that robots.txt allows', '/robots/'],
  ['disallowed pages with ignoreRobotsTxt', '/robots/', { ignoreRobotsTxt: true }],
  ['redirects of every kind', '/redirects/', { sitemap: 'skip' }],
  ['pages after a redirected start page', '/redirects/start', { sitemap: 'skip' }],
  ['broken pages', '/broken/'],
  ['each page once despite several spellings', '/twins/'],
  ['each path once', '/twins/', { ignoreQueryParameters: true }],
  ['a trap of session ids by paths', '/sessions/', { ignoreQueryParameters: true }],
  ['links relative to the base of a page', '/base/'],
  ['pages with frames', '/frames/'],
  ['no foreign site', '/external/'],
  ['one hop into foreign sites', '/external/', { allowExternalLinks: true }],
  ['no private addresses', '/dangerous/', { allowExternalLinks: true }],
  ['files', '/files/'],
  ['links that scripts add', '/scripted/'],
  ['pages of a busy host', '/busy/'],
];

describe('a crawl visits exactly', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: 40 });
  });
  afterEach(() => site.close());

  it.each(cases)('%s: %s %j', async (_, start, options = {}) => {
    const expected = reachablePages(site, site.main + start, options);
    const scrapeOptions = { formats: ['markdown'], maxAge: 0 };
    const job = await runJob(api, '/v2/crawl', { url: site.main + start, ...options, scrapeOptions });

    expect(urlsOf(job.documents, options.ignoreQueryParameters)).toEqual([...expected.documents.keys()].sort());
    const failed = job.errors.map((error) => canonicalUrl(error.url, options.ignoreQueryParameters));
    expect(failed.sort()).toEqual([...expected.failures].sort());
    expect(job.robotsBlocked.map((url) => canonicalUrl(url)).sort()).toEqual([...expected.robotsBlocked].sort());
    const count = expected.documents.size;
    expect(job.status).toMatchObject({ success: true, status: 'completed', completed: count, total: count });
    for (const url of expected.robotsBlocked) expect(site.log.count(url)).toBe(0);
  });

  it('requests each page of a tree and robots.txt once', async () => {
    await runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, scrapeOptions: { maxAge: 0 } });
    const pages = site.log.under(site.main, '/tree/').filter((request) => !request.path.endsWith('sitemap.xml'));
    expect(pages).toHaveLength(40);
    // Each of two frontiers has its robots.txt cache.
    expect(site.log.count(`${site.main}/robots.txt`)).toBeLessThanOrEqual(
      process.env.ORBWEAVER_E2E === 'kafka' ? 2 : 1,
    );
  });

  it('sends no request to foreign sites outside of the scope', async () => {
    await runJob(api, '/v2/crawl', { url: `${site.main}/external/` });
    expect(site.log.under(site.other)).toEqual([]);
  });
});
