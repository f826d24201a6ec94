import { type FixtureSite, type LoggedRequest, reachablePages, startFixtureSite } from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { htmlPage, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

describe('crawl limits', () => {
  const api = System.shared().api();
  const scrapeOptions = { maxAge: 0 };
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: 121 });
  });
  afterEach(() => site.close());

  it.each([1, 7, 25])('stops at limit %i on an endless site', async (limit) => {
    const job = await runJob(api, '/v2/crawl', { url: `${site.main}/calendar/`, limit, scrapeOptions });
    expect(job.status).toMatchObject({ status: 'completed', completed: limit, total: limit });
    expect(new Set(urlsOf(job.documents)).size).toBe(limit);
    const visits = site.log.under(site.main, '/calendar/').filter((request) => !request.path.endsWith('sitemap.xml'));
    expect(visits).toHaveLength(limit);
  });

  it('returns only pages of the reference crawl when it stops at a limit', async () => {
    const expected = reachablePages(site, `${site.main}/tree/`);
    const job = await runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, limit: 30, scrapeOptions });
    const urls = urlsOf(job.documents);
    expect(new Set(urls).size).toBe(30);
    expect(urls.filter((url) => !expected.documents.has(url))).toEqual([]);
  });

  it('does not count failed pages towards the limit', async () => {
    const job = await runJob(api, '/v2/crawl', { url: `${site.main}/broken/`, limit: 6, scrapeOptions });
    expect(job.status).toMatchObject({ status: 'completed', completed: 6, total: 6 });
    expect(job.errors.length).toBeLessThanOrEqual(1);
  });

  it('does not count redirects to known pages towards the limit', async () => {
    const body = { url: `${site.main}/redirects/`, sitemap: 'skip', limit: 5, scrapeOptions };
    const job = await runJob(api, '/v2/crawl', body);
    expect(job.status).toMatchObject({ status: 'completed', completed: 5 });
  });

  it('finishes when the limit is reached although sitemaps do not answer', async () => {
    const slow = await startSmallSite((request, response) => {
      const path = request.url ?? '';
      if (path === '/robots.txt') response.writeHead(404).end();
      else if (!path.includes('sitemap')) response.setHeader('content-type', 'text/html').end(htmlPage(path, ['/a']));
    });
    try {
      const body = { url: `${slow.origin}/`, limit: 2, scrapeOptions };
      // Three sitemaps are requested; each may take 30 s to answer.
      const job = await runJob(api, '/v2/crawl', body, 5_000);
      expect(job.status).toMatchObject({ status: 'completed', completed: 2 });
    } finally {
      await slow.stop();
    }
  });

  it('observes Crawl-delay of robots.txt', async () => {
    await runJob(api, '/v2/crawl', { url: `${site.polite}/`, scrapeOptions });
    const visits = site.log.under(site.polite).filter((request) => ['/', '/one', '/two'].includes(request.path));
    expect(visits).toHaveLength(3);
    expect(shortestGap(visits)).toBeGreaterThanOrEqual(900);
  });

  it('observes the requested delay', async () => {
    await runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, limit: 3, delay: 1, sitemap: 'skip', scrapeOptions });
    const visits = site.log.under(site.main, '/tree/');
    expect(visits).toHaveLength(3);
    expect(shortestGap(visits)).toBeGreaterThanOrEqual(900);
  });

  it('observes Retry-After of a host', async () => {
    await runJob(api, '/v2/crawl', { url: `${site.main}/busy/`, scrapeOptions });
    const visits = site.log.under(site.main, '/busy/later');
    expect(visits).toHaveLength(3);
    expect(shortestGap(visits)).toBeGreaterThanOrEqual(900);
  });
});

function shortestGap(requests: readonly LoggedRequest[]): number {
  const gaps = requests.slice(1).map((request, index) => request.at - requests[index]!.at);
  return Math.min(...gaps);
}
