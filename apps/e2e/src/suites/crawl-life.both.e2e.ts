import { type FixtureSite, startFixtureSite, until } from '@orbweaver/testing';
import { fetchDocuments, requestJob, runJob, urlsOf, waitForDocuments, waitForEnd } from '../harness/jobs';
import { findFreePort } from '../harness/service-process';
import { System } from '../harness/system';
import { testedVersions } from '../harness/versions';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(testedVersions)('a %s crawl', (version) => {
  const path = `/${version}/crawl`;
  const api = System.shared().api();
  const noSitemap = version === 'v1' ? { ignoreSitemap: true } : { sitemap: 'skip' };
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: 40 });
  });
  afterEach(() => site.close());

  it('returns id and status URL of a new crawl, whose status is scraping', async () => {
    const reply = await api.post(path, { url: `${site.main}/slow`, ...noSitemap });
    expect(reply).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } });
    expect(new URL(reply.body.url).pathname).toBe(`${path}/${reply.body.id}`);
    const now = Date.now();
    const status = await api.get(reply.body.url);
    expect(status.body).toMatchObject({ success: true, status: 'scraping', completed: 0, data: [], creditsUsed: 0 });
    const untilExpiry = Date.parse(status.body.expiresAt) - now;
    expect(untilExpiry).toBeGreaterThan(23 * 3_600_000);
    expect(status.body.expiresAt).toMatch(ISO);
    await waitForEnd(api, `${path}/${reply.body.id}`);
  });

  it('lists a crawl as active only while it runs', async () => {
    const startedAt = Date.now();
    const id = await requestJob(api, path, { url: `${site.main}/slow`, limit: 3, ...noSitemap });
    const list = await api.get(`${path}/active`);
    const listed = list.body.crawls.find((crawl: { id: string }) => crawl.id === id);
    expect(listed).toMatchObject({
      id,
      teamId: expect.any(String),
      url: `${site.main}/slow`,
      created_at: expect.stringMatching(ISO),
      options: { limit: 3, scrapeOptions: expect.any(Object), ...noSitemap },
    });
    expect(Math.abs(Date.parse(listed.created_at) - startedAt)).toBeLessThan(5000);
    await waitForEnd(api, `${path}/${id}`);
    const after = await api.get(`${path}/ongoing`);
    expect(after.body.crawls.map((crawl: { id: string }) => crawl.id)).not.toContain(id);
  });

  it('returns all documents in pages, the last one without next', async () => {
    const job = await runJob(api, path, { url: `${site.main}/tree/`, ...noSitemap });
    const seen: string[] = [];
    let requests = 0;
    let next: string | undefined = `${path}/${job.id}?limit=7`;
    while (next !== undefined) {
      const reply = await api.get(next);
      expect(reply.body.data.length).toBeLessThanOrEqual(7);
      seen.push(...urlsOf(reply.body.data));
      requests += 1;
      next = reply.body.next;
      if (next !== undefined) expect(new URL(next).searchParams.get('limit')).toBe('7');
      else expect(reply.body).not.toHaveProperty('next');
    }
    expect(requests).toBe(Math.ceil(40 / 7));
    expect(new Set(seen).size).toBe(40);

    const skipped = await api.get(`${path}/${job.id}?skip=35`);
    expect(skipped.body.data).toHaveLength(5);
    const past = await api.get(`${path}/${job.id}?skip=40`);
    expect(past.body.data).toEqual([]);
    expect(past.body).not.toHaveProperty('next');
  });

  it.each(['skip=-1', 'skip=x', 'limit=0', 'limit=1001', 'limit=1.5'])(
    'rejects reading a crawl with %s',
    async (query) => {
      const id = await requestJob(api, path, { url: `${site.main}/plain`, limit: 1, ...noSitemap });
      const reply = await api.get(`${path}/${id}?${query}`);
      expect(reply).toMatchObject({ status: 400, body: { success: false } });
      expect(reply.body.error).toMatch(/^Invalid pagination/);
      await waitForEnd(api, `${path}/${id}`);
    },
  );

  it('returns a crawl under the other version and as a batch', async () => {
    const job = await runJob(api, path, { url: `${site.main}/sections/shop/`, ...noSitemap });
    const own = await api.get(`${path}/${job.id}`);
    for (const other of ['/v1/crawl', '/v2/crawl', '/v1/batch/scrape', '/v2/batch/scrape']) {
      const reply = await api.get(`${other}/${job.id}`);
      expect(reply).toMatchObject({ status: 200, body: { status: 'completed', completed: own.body.completed } });
    }
  });

  it('stops a cancelled crawl and keeps its documents', async () => {
    const id = await requestJob(api, path, { url: `${site.main}/calendar/`, delay: 0.2, ...noSitemap });
    await waitForDocuments(api, `${path}/${id}`, 2);
    expect(await api.delete(`${path}/${id}`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect((await api.get(`${path}/${id}`)).body).toMatchObject({ success: true, status: 'cancelled' });
    expect((await fetchDocuments(api, `${path}/${id}`)).length).toBeGreaterThanOrEqual(2);
    const list = await api.get(`${path}/active`);
    expect(list.body.crawls.map((crawl: { id: string }) => crawl.id)).not.toContain(id);
    await until(
      'silence of the crawler',
      () => {
        const last = site.log.under(site.main, '/calendar/').at(-1)?.at ?? 0;
        return Date.now() - last > 2000;
      },
      15_000,
    );
  });

  it('does not change a finished crawl that is cancelled', async () => {
    const job = await runJob(api, path, { url: `${site.main}/plain`, limit: 1, ...noSitemap });
    const reply = await api.delete(`${path}/${job.id}`);
    expect([200, 409]).toContain(reply.status);
    expect((await api.get(`${path}/${job.id}`)).body.status).toBe('completed');
  });

  it('returns the errors of a crawl for DELETE without cancelling it', async () => {
    const id = await requestJob(api, path, { url: `${site.main}/slow`, limit: 1, ...noSitemap });
    const reply = await api.delete(`${path}/${id}/errors`);
    expect(reply).toMatchObject({ status: 200, body: { errors: [], robotsBlocked: [] } });
    expect((await waitForEnd(api, `${path}/${id}`)).status).toBe('completed');
  });

  it('reports why a page of a crawl failed', async () => {
    const job = await runJob(api, path, { url: `${site.main}/broken/`, ...noSitemap });
    expect(job.errors).toEqual([
      {
        id: expect.any(String),
        timestamp: expect.stringMatching(ISO),
        url: `${site.main}/broken/dropped`,
        code: 'SCRAPE_SITE_ERROR',
        error: expect.any(String),
      },
    ]);
  });

  it('warns when the start page does not match includePaths', async () => {
    const job = await runJob(api, path, { url: `${site.main}/sections/`, includePaths: ['blog'], ...noSitemap });
    expect(job.errors).toMatchObject([{ url: `${site.main}/sections/`, error: expect.stringMatching(/include/i) }]);
  });

  it('warns when robots.txt disallows pages', async () => {
    const job = await runJob(api, path, { url: `${site.main}/robots/`, ...noSitemap });
    for (const words of ['robots.txt', 'robotsBlocked', '/scrape endpoint']) {
      expect(job.status.warning).toContain(words);
    }
    const free = await runJob(api, path, { url: `${site.main}/sections/`, ...noSitemap });
    expect(free.status).not.toHaveProperty('warning');
  });

  it('finishes without documents when robots.txt disallows the start page', async () => {
    const job = await runJob(api, path, { url: `${site.main}/robots/secret/a`, ...noSitemap });
    expect(job.status).toMatchObject({ status: 'completed', completed: 0, total: 0 });
    expect(job.robotsBlocked).toEqual([`${site.main}/robots/secret/a`]);
    expect(job.status.warning).toContain('robots.txt');
    expect(site.log.count(`${site.main}/robots/secret/a`)).toBe(0);
  });

  it('warns when a crawl below a path finds a single page', async () => {
    const job = await runJob(api, path, { url: `${site.main}/sections/about`, ...noSitemap });
    for (const words of ['Only 1 result(s) found', 'crawlEntireDomain=true', 'higher-level path']) {
      expect(job.status.warning).toContain(words);
    }
  });

  it('fails when the start page is unreachable', async () => {
    const port = await findFreePort();
    const id = await requestJob(api, path, { url: `http://127.0.0.1:${port}/`, ...noSitemap });
    const status = await waitForEnd(api, `${path}/${id}`);
    expect(status).toMatchObject({ status: 'failed', completed: 0, error: expect.any(String), data: [] });
  });

  it('returns the same documents as scrapes', async () => {
    const scrapeOptions = { formats: ['markdown', 'html', 'links'], maxAge: 0 };
    const job = await runJob(api, path, { url: `${site.main}/tree/`, limit: 1, ...noSitemap, scrapeOptions });
    const scrape = await api.post(`/${version}/scrape`, { url: `${site.main}/tree/`, ...scrapeOptions });
    const [document] = job.documents;
    const { metadata, ...content } = scrape.body.data;
    expect(document).toEqual({ ...content, metadata: { ...metadata, scrapeId: document?.metadata.scrapeId } });
  });
});
