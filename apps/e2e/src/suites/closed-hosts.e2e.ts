import { startTripwire, type Tripwire } from '@orbweaver/testing';
import { finishJob, runJob, urlsOf } from '../harness/jobs';
import { CLOSED_ADDRESS } from '../harness/settings';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';
import { testedVersions } from '../harness/versions';

describe('a host in EGRESS_DENY', () => {
  const api = System.shared().api();
  let closed: Tripwire;
  let site: SmallSite;

  beforeAll(async () => {
    closed = await startTripwire(CLOSED_ADDRESS);
    const script = `<script src="${closed.origin}/script.js"></script><img src="${closed.origin}/image.png">`;
    site = await startSmallSite((request, response) => {
      if (request.url === '/moved') {
        response.writeHead(302, { location: `${closed.origin}/moved` }).end();
        return;
      }
      const links = request.url === '/' ? [`${closed.origin}/linked`, '/moved', '/inside'] : [];
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(htmlPage(request.url ?? '', links, request.url === '/loads' ? script : ''));
    });
  });
  afterAll(async () => {
    await Promise.all([closed.close(), site.stop()]);
  });
  afterEach(() => expect(closed.visits).toEqual([]));

  describe.each(testedVersions)('in %s', (version) => {
    it('rejects scrapes, crawls and webhooks of a denied host', async () => {
      const url = `${closed.origin}/page`;
      const answers = await Promise.all([
        api.post(`/${version}/scrape`, { url }),
        api.post(`/${version}/crawl`, { url }),
        api.post(`/${version}/batch/scrape`, { urls: [site.origin, url], ignoreInvalidURLs: false }),
        api.post(`/${version}/batch/scrape`, { urls: [site.origin], webhook: url }),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 403, body: { success: false, code: 'UNSUPPORTED_SITE' } });
        expect(answer.body.error).toContain(CLOSED_ADDRESS);
      }
    });

    it('counts a denied host as an invalid URL of a batch with ignoreInvalidURLs', async () => {
      const urls = [`${closed.origin}/page`, `${site.origin}/inside`];
      const reply = await api.post(`/${version}/batch/scrape`, { urls, ignoreInvalidURLs: true });
      expect(reply.body.invalidURLs).toEqual([`${closed.origin}/page`]);
      const job = await finishJob(api, `/${version}/batch/scrape/${reply.body.id}`);
      expect(job.status).toMatchObject({ status: 'completed', completed: 1 });
    });

    it('does not follow a redirect to a denied host', async () => {
      const reply = await api.post(`/${version}/scrape`, { url: `${site.origin}/moved`, maxAge: 0 });
      expect(reply).toMatchObject({ status: 403, body: { success: false, code: 'UNSUPPORTED_SITE' } });
      expect(reply.body.error).toMatch(/^A redirect led to a blocked address: /);
      expect(reply.body.error).toContain(`has closed ${CLOSED_ADDRESS}`);
    });
  });

  it('blocks requests of a rendered page to a denied host', async () => {
    const reply = await api.post('/v2/scrape', { url: `${site.origin}/loads`, waitFor: 1, blockAds: false, maxAge: 0 });
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { markdown: expect.stringContaining('Words of /loads') } },
    });
  });

  it('reports an error for a crawled page that redirects to a denied host', async () => {
    const body = { url: `${site.origin}/`, sitemap: 'skip', allowExternalLinks: true, scrapeOptions: { maxAge: 0 } };
    const job = await runJob(api, '/v2/crawl', body);
    expect(urlsOf(job.documents)).toEqual([`${site.origin}/`, `${site.origin}/inside`]);
    expect(job.errors.map(({ url }) => url).sort()).toEqual([`${closed.origin}/linked`, `${site.origin}/moved`].sort());
    for (const { code, error } of job.errors) {
      expect({ code, error }).toEqual({
        code: 'UNSUPPORTED_SITE',
        error: expect.stringContaining(`has closed ${CLOSED_ADDRESS}`),
      });
    }
  });
});
