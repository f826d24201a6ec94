import { acceptJob, newJobId } from '@orbweaver/persistence';
import { scrapeSpec } from '@orbweaver/testing';
import { startCrawl } from '../../test/job-calls';
import { endJob } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const requestOf = (id: string, key?: string) =>
  gateway.call(`/v2/jobs/${id}/request`, key === undefined ? {} : { key });

describe('JobRequestController', () => {
  it('returns the request of a crawl without the values of its headers, during the crawl and after its end', async () => {
    const scrapeOptions = { formats: ['links'], headers: { Cookie: 'session=secret' } };
    const sent = { url: 'https://site.example/', limit: 3, includePaths: ['^/a'], scrapeOptions };
    const id = await startCrawl(gateway, sent);
    for (const isEnded of [false, true]) {
      if (isEnded) await endJob(gateway.database, id, 'completed');
      const { status, body } = await requestOf(id);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('secret');
      expect(body).toMatchObject({
        operation: 'crawl',
        path: '/v2/crawl',
        request: { url: sent.url, limit: 3, includePaths: ['^/a'], scrapeOptions: { formats: ['links'] } },
        omitted: [{ field: 'scrapeOptions.headers.Cookie' }],
      });
      expect((await gateway.call(body.path, { body: body.request })).status).toBe(200);
    }
  });

  it('returns the URLs of a batch as they were written, up to a limit', async () => {
    const urls = ['a.example', 'https://b.example/%7Ename', 'a.example'];
    const { body: batch } = await gateway.call('/v2/batch/scrape', { body: { urls } });
    expect(
      (await gateway.call('/v2/batch/scrape', { body: { urls: ['c.example'], appendToId: batch.id } })).status,
    ).toBe(200);
    expect((await requestOf(batch.id)).body).toMatchObject({ request: { urls: [...urls, 'c.example'] }, omitted: [] });

    const many = Array.from({ length: 10_002 }, (_, n) => `a.example/${n}`);
    const { body: large } = await gateway.call('/v2/batch/scrape', { body: { urls: many } });
    const { body } = await requestOf(large.id);
    expect(body.request.urls).toEqual(many.slice(0, 10_000));
    expect(body.omitted).toEqual([{ field: 'urls', reason: 'The batch has 2 more URLs. Add them' }]);
  });

  it('rejects jobs of other teams, expired jobs, uploads, and jobs with zero data retention', async () => {
    const id = await startCrawl(gateway);
    const { key } = await insertTeam(gateway.database);
    expect((await requestOf(id, key)).status).toBe(404);
    await endJob(gateway.database, id, 'completed');
    await gateway.database.job.update({ where: { id }, data: { expiresAt: new Date(0) } });
    expect((await requestOf(id)).status).toBe(404);
    expect((await requestOf('x')).status).toBe(404);

    const hidden = await startCrawl(gateway, { zeroDataRetention: true });
    expect(await requestOf(hidden)).toMatchObject({
      status: 410,
      body: { error: expect.stringMatching(/no request/) },
    });

    const upload = newJobId();
    const spec = { kind: 'scrape' as const, url: 'upload:a.pdf', scrape: scrapeSpec() };
    const { teamId } = gateway;
    await acceptJob(gateway.database, { id: upload, teamId, spec, origin: 'api', expiresAt: new Date('2040-01-01') });
    expect((await requestOf(upload)).status).toBe(409);
  });
});
