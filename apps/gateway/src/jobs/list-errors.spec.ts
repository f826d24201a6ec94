import { startCrawl, url } from '../../test/job-calls';
import { endJob, refuseLinks, skipPages, storePage } from '../../test/rows';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { Failure, JobErrors } from '../wire/answers';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const cancel = (id: string) => gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' });
const readErrors = async (id: string) => JobErrors.parse((await gateway.call(`/v2/batch/scrape/${id}/errors`)).body);

describe('the errors of a job', () => {
  it.each(['GET', 'DELETE'])('returns the errors of a job for %s, which does not cancel the job', async (method) => {
    const id = await startCrawl(gateway);
    const failure = { url: 'https://example.com/a', reason: 'tls', message: 'expired' };
    const pageId = await storePage(gateway.database, id, failure);
    await storePage(gateway.database, id, {
      url: 'https://example.com/b',
      reason: 'out-of-scope',
      message: 'excluded',
    });
    await skipPages(gateway.database, id, 'robots', ['https://example.com/private', 'https://example.com/private']);
    await refuseLinks(gateway.database, id, 'robots', ['https://example.com/linked', 'https://example.com/private']);
    const { status, body, headers } = await gateway.call(`/v1/crawl/${id}/errors`, { method });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      success: true,
      errors: [
        {
          id: pageId,
          timestamp: expect.any(String),
          url: 'https://example.com/a',
          code: 'SCRAPE_SSL_ERROR',
          error: 'expired',
        },
        expect.objectContaining({ code: 'CRAWL_DENIAL', error: 'excluded' }),
      ],
      robotsBlocked: ['https://example.com/linked', 'https://example.com/private'],
    });
    expect(await gateway.call(`/v2/crawl/${id}`)).toMatchObject({ body: { status: 'scraping' } });
  });

  it('returns an empty list for a job without errors', async () => {
    expect(await readErrors(await startCrawl(gateway))).toEqual({ success: true, errors: [], robotsBlocked: [] });
  });

  it('lists admitted URLs that a cancelled job did not visit', async () => {
    const id = await startCrawl(gateway);
    const [pageId] = await skipPages(gateway.database, id, 'cancelled', ['https://example.com/a']);
    await skipPages(gateway.database, id, 'limit', ['https://example.com/b']);
    await cancel(id);
    expect((await readErrors(id)).errors).toEqual([
      {
        id: pageId,
        timestamp: expect.any(String),
        url: 'https://example.com/a',
        code: 'SCRAPE_JOB_CANCELLED',
        error: expect.stringContaining('job was cancelled'),
      },
    ]);
  });

  it('lists the start URL of a crawl that was cancelled before it was admitted', async () => {
    const id = await startCrawl(gateway);
    expect((await readErrors(id)).errors).toEqual([]);
    await cancel(id);
    const { errors } = await readErrors(id);
    expect(errors).toMatchObject([{ url, code: 'SCRAPE_JOB_CANCELLED' }]);
    expect((await readErrors(id)).errors).toEqual(errors);
  });

  it('lists a URL blocked by robots.txt once, even if it is stored twice', async () => {
    const id = await startCrawl(gateway);
    const count = 5_500;
    await gateway.database.$executeRaw`
      INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state, reason)
      SELECT gen_random_uuid(), ${id}::uuid, n, 'u' || (n - 1) % ${count}::int, '', int4send(n), '', 0, 'skipped', 'robots'
      FROM generate_series(1, ${count + 10}::int) n`;
    const { robotsBlocked } = await readErrors(id);
    expect([robotsBlocked.length, new Set(robotsBlocked).size]).toEqual([count, count]);
  });

  it('lists every URL of a cancelled batch without a document, including URLs that were never admitted', async () => {
    const urls = ['a.example/1', 'a.example/2', 'a.example/3', 'a.example/3'];
    const { id } = (await gateway.call('/v2/batch/scrape', { body: { urls } })).body;
    await gateway.call('/v2/batch/scrape', { body: { urls: ['a.example/4', 'a.example/5'], appendToId: id } });
    const [done, failed] = await skipPages(gateway.database, id, 'cancelled', [
      'a.example/1',
      'a.example/2',
      'a.example/3',
    ]);
    await gateway.database.frontierPage.update({ where: { id: done }, data: { state: 'done', reason: null } });
    await gateway.database.frontierPage.update({ where: { id: failed }, data: { state: 'failed', reason: 'dns' } });
    await storePage(gateway.database, id, { id: done, url: 'a.example/1' });
    await storePage(gateway.database, id, { id: failed, url: 'a.example/2', reason: 'dns' });
    expect((await readErrors(id)).errors.map((error) => error.url)).toEqual(['a.example/2']);
    await cancel(id);
    const { errors } = await readErrors(id);
    expect(errors.map((error) => [error.url, error.code])).toEqual([
      ['a.example/2', 'SCRAPE_DNS_RESOLUTION_ERROR'],
      ['a.example/3', 'SCRAPE_JOB_CANCELLED'],
      ['a.example/3', 'SCRAPE_JOB_CANCELLED'],
      ['a.example/4', 'SCRAPE_JOB_CANCELLED'],
      ['a.example/5', 'SCRAPE_JOB_CANCELLED'],
    ]);
    expect(new Set(errors.map((error) => error.id)).size).toBe(5);
    expect((await readErrors(id)).errors).toEqual(errors);
  });

  it('lists each error once if there are more than one query returns', async () => {
    const id = await startCrawl(gateway);
    await gateway.database.$executeRaw`
      INSERT INTO pages (id, job_id, team_id, state, epoch, url, source_url, depth, reason)
      SELECT gen_random_uuid(), ${id}::uuid, gen_random_uuid(), 'failed', 1, 'f' || n, 'f' || n, 0, 'dns'
      FROM generate_series(1, 5001) n`;
    await gateway.database.$executeRaw`
      INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state, reason)
      SELECT gen_random_uuid(), ${id}::uuid, n, 's' || n, 's' || n, convert_to('s' || n, 'UTF8'), '', 0, 'skipped', 'cancelled'
      FROM generate_series(1, 10000) n`;
    await endJob(gateway.database, id, 'cancelled');
    const urls = (await readErrors(id)).errors.map((error) => error.url);
    const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
    expect(urls.slice(0, 5001).sort()).toEqual(numbered('f', 5001).sort());
    expect(urls.slice(5001)).toEqual(numbered('s', 10_000));
  });

  it('returns 404 for the errors of an unknown job', async () => {
    const answer = await gateway.call('/v2/crawl/3f2b8c1e-5d6a-4b7c-8e9f-0a1b2c3d4e5f/errors');
    expect(answer.status).toBe(404);
    expect(Failure.parse(answer.body).error).toBe('Job not found');
  });

  it('aborts the response if the errors cannot be read completely', async () => {
    const id = await startCrawl(gateway);
    await gateway.database.$executeRaw`ALTER TABLE frontier_pages RENAME TO gone`;
    await expect(gateway.call(`/v2/crawl/${id}/errors`)).rejects.toThrow();
    await gateway.database.$executeRaw`ALTER TABLE gone RENAME TO frontier_pages`;
    expect(gateway.logged).toContain('request-failed');
  });
});
