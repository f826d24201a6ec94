import { randomUUID } from 'node:crypto';
import { announcePage } from '../../test/announcements';
import { followNext } from '../../test/follow-next';
import { type JobCalls, jobCalls, url } from '../../test/job-calls';
import { endJob, refuseLinks, storePage, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
let jobs: JobCalls;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://api.example/base/' });
  jobs = jobCalls(gateway);
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.published.length = 0;
});

describe('the status of a job', () => {
  it('counts admitted and stored pages', async () => {
    const id = await jobs.startCrawl();
    expect(await jobs.read(`/v2/crawl/${id}`)).toMatchObject({
      success: true,
      status: 'scraping',
      completed: 0,
      total: 1,
      data: [],
    });
    await gateway.database.frontierJob.create({ data: { id, teamId: gateway.teamId, kind: 'crawl', admitted: 8 } });
    await storePage(gateway.database, id, { content: { markdown: 'one' } });
    await storePage(gateway.database, id, { reason: 'dns', message: 'no such host' });
    const status = await jobs.read(`/v1/crawl/${id}`);
    expect(status).toMatchObject({
      status: 'scraping',
      completed: 1,
      total: 8,
      creditsUsed: 1,
      data: [{ markdown: 'one' }],
    });
    for (const key of ['next', 'warning', 'completedAt', 'duration', 'error']) expect(status).not.toHaveProperty(key);
    await endJob(gateway.database, id, 'completed');
    const final = await jobs.read(`/v2/crawl/${id}`);
    expect(final).toMatchObject({ status: 'completed', completed: 1, total: 1 });
    expect(final.duration).toBeGreaterThanOrEqual(0);
    expect(new Date(final.completedAt).toISOString()).toBe(final.completedAt);
    expect(new Date(final.expiresAt).getTime()).toBeGreaterThan(Date.now());
  });

  it('is served for crawls and batches on both paths, and for scrapes on neither', async () => {
    const ids = [await jobs.startCrawl(), await jobs.startBatch([url])];
    for (const id of ids) {
      for (const path of ['/v1/crawl', '/v1/batch/scrape', '/v2/crawl', '/v2/batch/scrape']) {
        expect(await gateway.call(`${path}/${id}`)).toMatchObject({ status: 200, body: { status: 'scraping' } });
      }
    }
    await jobs.post('/v2/scrape', { url, timeout: 1 });
    const scrape = await gateway.database.job.findFirstOrThrow({ where: { kind: 'scrape' } });
    expect(await gateway.call(`/v2/crawl/${scrape.id}`)).toMatchObject({ status: 404 });
  });

  it('returns every document once, page by page, without next on the last page', async () => {
    const id = await jobs.startCrawl();
    const contents = [1, 2, 3, 4, 5].map((page) => ({ content: { markdown: `${page}` } }));
    await storePages(gateway.database, id, contents);
    await endJob(gateway.database, id, 'completed');
    const pages = await followNext(gateway, `/v2/crawl/${id}?limit=2`, { base: 'https://api.example/base' });
    const read = pages.map(({ data }) => data.map((document: { markdown: string }) => document.markdown));
    expect(read).toEqual([['1', '2'], ['3', '4'], ['5']]);
    const past = await jobs.read(`/v2/crawl/${id}?skip=99`);
    expect(past.data).toEqual([]);
    expect(past).not.toHaveProperty('next');
  });

  it('limits a page to 10 MiB, except for a single larger document', async () => {
    const id = await jobs.startCrawl();
    const sizes = [6, 3, 6, 11, 1];
    for (const size of sizes) {
      await storePage(gateway.database, id, { content: { markdown: 'x'.repeat(size * 1024 * 1024) } });
    }
    await endJob(gateway.database, id, 'completed');
    const pages: number[] = [];
    for (let skip = 0; skip < sizes.length; skip += pages.at(-1) ?? 1) {
      pages.push((await jobs.read(`/v2/crawl/${id}?skip=${skip}`)).data.length);
    }
    expect(pages).toEqual([2, 1, 1, 1]);
  });

  it('has next while the job runs only if further documents are stored', async () => {
    const id = await jobs.startCrawl();
    await storePages(gateway.database, id, [{}, {}, {}]);
    expect(await jobs.read(`/v2/crawl/${id}?limit=2`)).toHaveProperty(
      'next',
      `https://api.example/base/v2/crawl/${id}?skip=2&limit=2`,
    );
    expect(await jobs.read(`/v2/crawl/${id}`)).not.toHaveProperty('next');
  });

  it('waits briefly for a document instead of returning none', async () => {
    const id = await jobs.startCrawl();
    await storePage(gateway.database, id);
    const held = jobs.read(`/v2/crawl/${id}?skip=1`);
    const pageId = await storePage(gateway.database, id, { content: { markdown: 'late' } });
    await announcePage(gateway, id, pageId);
    expect((await held).data).toMatchObject([{ markdown: 'late' }]);
  });

  it.each([
    'skip=-1',
    'skip=x',
    'skip=1.5',
    'limit=0',
    'limit=1001',
    'limit=',
    'skip=99999999999999999999',
    'skip=1&skip=2',
  ])('rejects ?%s', async (query) => {
    const answer = await gateway.call(`/v2/crawl/${await jobs.startCrawl()}?${query}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Invalid pagination: (?:skip|limit): Must /) },
    });
  });

  it('warns of unknown parameters', async () => {
    const { status, body } = await gateway.call(`/v1/crawl/${await jobs.startCrawl()}?page=2&limit=5&offset=7`);
    const warning = 'Unknown query parameters, ignored: page, offset. Supported: skip and limit.';
    expect([status, body.warning]).toEqual([200, warning]);
  });

  it('returns the error of a failed job', async () => {
    const id = await jobs.startCrawl();
    await endJob(gateway.database, id, 'failed', 'no such host');
    expect(await gateway.call(`/v2/crawl/${id}`)).toMatchObject({
      status: 200,
      body: { success: false, status: 'failed', error: 'no such host', data: [] },
    });
  });

  it('returns 404 for an unknown job, a job of another team, an expired job and an invalid id', async () => {
    const id = await jobs.startCrawl();
    const { key } = await insertTeam(gateway.database);
    const notFound = { status: 404, body: { success: false, error: 'Job not found' } };
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/errors'],
      ['DELETE', '/errors'],
    ]) {
      expect(await gateway.call(`/v1/crawl/invalidJobId${suffix}`, { method })).toMatchObject(notFound);
      expect(await gateway.call(`/v2/crawl/${randomUUID()}${suffix}`, { method })).toMatchObject(notFound);
      expect(await gateway.call(`/v2/crawl/${id}${suffix}`, { method, key })).toMatchObject(notFound);
    }
    await endJob(gateway.database, id, 'completed');
    await gateway.database.job.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await gateway.call(`/v2/crawl/${id}`)).toMatchObject({ status: 404, body: { error: 'Job expired' } });
  });

  it('allows reading, cancelling and appending to a job that runs past its expiry', async () => {
    const { body: batch } = await gateway.call('/v2/batch/scrape', { body: { urls: ['https://example.com/'] } });
    const id = await jobs.startCrawl();
    await gateway.database.job.updateMany({
      where: { id: { in: [id, batch.id] } },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect(await jobs.read(`/v2/crawl/${id}`)).toMatchObject({ status: 'scraping' });
    const { body } = await gateway.call('/v2/crawl/active');
    expect(body.crawls.map((crawl: { id: string }) => crawl.id)).toContain(id);
    const append = { urls: ['https://example.com/a'], appendToId: batch.id };
    expect(await gateway.call('/v2/batch/scrape', { body: append })).toMatchObject({ status: 200 });
    expect(await gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
  });

  it('warns of robots.txt, a narrow start URL and a crawl trap in both versions', async () => {
    const id = await jobs.startCrawl({ url: 'https://example.com/deep/page' });
    await refuseLinks(gateway.database, id, 'robots', ['https://example.com/private']);
    await refuseLinks(gateway.database, id, 'trap', [
      'https://example.com/calendar/2031',
      'https://example.com/?sid=1',
    ]);
    await storePage(gateway.database, id);
    expect(await jobs.read(`/v2/crawl/${id}`)).not.toHaveProperty('warning');
    await endJob(gateway.database, id, 'completed');
    const { warning } = await jobs.read(`/v2/crawl/${id}`);
    for (const text of [
      'robots.txt',
      'robotsBlocked',
      '/scrape endpoint',
      'Only 1 result(s) found',
      'crawlEntireDomain=true',
      'higher-level path',
      'example.com',
      'an unlimited number of them',
      'a calendar, for example https://example.com/calendar/2031. ',
    ]) {
      expect(warning).toContain(text);
    }
    expect(await jobs.read(`/v1/crawl/${id}`)).toMatchObject({ warning });
    const wide = await jobs.startCrawl({ url: 'https://example.com/deep/page', crawlEntireDomain: true });
    await endJob(gateway.database, wide, 'completed');
    expect(await jobs.read(`/v2/crawl/${wide}`)).not.toHaveProperty('warning');
  });

  it('warns that patterns may have excluded all pages', async () => {
    const id = await jobs.startCrawl({ includePaths: ['^/nothing$'], crawlEntireDomain: true });
    const some = await jobs.startCrawl({ includePaths: ['^/nothing$'], crawlEntireDomain: true });
    await storePage(gateway.database, some);
    for (const job of [id, some]) await endJob(gateway.database, job, 'completed');
    expect((await jobs.read(`/v2/crawl/${id}`)).warning).toMatch(
      /^No results: includePaths and excludePaths .* errors/,
    );
    expect(await jobs.read(`/v2/crawl/${some}`)).not.toHaveProperty('warning');
  });

  it('warns of patterns for whole URLs when the crawl has ended', async () => {
    const id = await jobs.startCrawl({ includePaths: ['https://example.com/blog'] });
    expect(await jobs.read(`/v2/crawl/${id}`)).not.toHaveProperty('warning');
    await endJob(gateway.database, id, 'completed');
    expect((await jobs.read(`/v1/crawl/${id}`)).warning).toMatch(/^No results: .* includePaths: .* whole URL/);
  });

  it('warns of unread sitemaps when the crawl has ended', async () => {
    const id = await jobs.startCrawl({ url: 'https://example.com' });
    const known = { teamId: gateway.teamId, kind: 'crawl', sitemapsUnread: true };
    await gateway.database.frontierJob.create({ data: { id, ...known } });
    expect(await jobs.read(`/v2/crawl/${id}`)).not.toHaveProperty('warning');
    await endJob(gateway.database, id, 'completed');
    for (const version of ['v1', 'v2']) {
      const { warning } = await jobs.read(`/${version}/crawl/${id}`);
      expect(warning).toMatch(/^Not all sitemaps were read: .*two minutes/);
    }
  });
});
