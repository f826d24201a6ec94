import { retryFailedPages } from '@orbweaver/persistence';
import { startCrawl } from '../../test/job-calls';
import { endJob, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const idsOf = async (query: string) =>
  (await gateway.call(`/v2/jobs?${query}`)).body.jobs.map(({ id }: { id: string }) => id);

describe('TeamJobsController', () => {
  it('lists jobs of the team by kind, state, text of the URL, and id', async () => {
    const first = await startCrawl(gateway, { url: 'https://first.example/Docs' });
    const second = await startCrawl(gateway, { url: 'https://second.example/' });
    await endJob(gateway.database, second, 'completed');
    expect(await idsOf('kind=crawl')).toEqual([second, first]);
    expect(await idsOf('state=completed')).toEqual([second]);
    expect(await idsOf('search=first.example/docs')).toEqual([first]);
    expect(await idsOf(`search=${second}`)).toEqual([second]);
    expect(await idsOf('search=%25')).toEqual([]);
    const { key } = await insertTeam(gateway.database);
    expect((await gateway.call('/v2/jobs', { key })).body.jobs).toEqual([]);
  });

  it('starts an ended job again, once it has ended, and only jobs of the team', async () => {
    const id = await startCrawl(gateway);
    const retry = (key?: string) => gateway.call(`/v2/jobs/${id}/retry`, { method: 'POST', ...(key && { key }) });
    expect((await retry()).status).toBe(409);
    await endJob(gateway.database, id, 'completed');
    const { key } = await insertTeam(gateway.database);
    expect((await retry(key)).status).toBe(404);
    const retried = await retry();
    expect(retried).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } });
    expect(await idsOf('state=scraping')).toContain(retried.body.id);
  });

  describe('retry-failed', () => {
    const failedPages = ['a', 'b', 'c'].map((name) => ({ url: `https://site.example/${name}`, reason: 'dns' }));
    const retryFailed = (id: string, key?: string) =>
      gateway.call(`/v2/jobs/${id}/retry-failed`, { method: 'POST', ...(key && { key }) });
    const startFailing = async (body: object, key?: string) => {
      const id = await startCrawl(gateway, body, key === undefined ? {} : { key });
      await storePages(gateway.database, id, [{}, ...failedPages]);
      return id;
    };

    it('starts a batch of the failed pages of an ended crawl, with its scrape options and webhook', async () => {
      const id = await startFailing({
        webhook: 'https://hook.example/',
        maxConcurrency: 2,
        scrapeOptions: { formats: ['links'] },
      });
      expect(await retryFailed(id)).toMatchObject({ status: 409, body: { error: expect.stringMatching(/running/) } });
      await endJob(gateway.database, id, 'completed');
      const { key } = await insertTeam(gateway.database);
      expect((await retryFailed(id, key)).status).toBe(404);
      const { status, body } = await retryFailed(id);
      expect([status, body]).toEqual([200, { success: true, id: expect.any(String), pages: 3, left: 0 }]);
      expect((await gateway.call(`/v2/jobs?search=${body.id}`)).body.jobs).toMatchObject([
        { kind: 'batch', namedUrls: 3 },
      ]);
      const { body: written } = await gateway.call(`/v2/jobs/${body.id}/request`);
      expect({ ...written.request, urls: written.request.urls.sort() }).toEqual({
        urls: failedPages.map(({ url }) => url),
        formats: ['links'],
        maxConcurrency: 2,
        webhook: { url: 'https://hook.example/' },
      });
      const { body: read } = await gateway.call(`/v2/batch/scrape/${body.id}`);
      expect(read).toMatchObject({ success: true, status: 'scraping', total: 3 });
    });

    it('retries up to the limit, oldest failures first', async () => {
      const id = await startCrawl(gateway);
      for (const page of [failedPages[1]!, failedPages[2]!, failedPages[0]!]) {
        await storePages(gateway.database, id, [page]);
      }
      await endJob(gateway.database, id, 'cancelled');
      const actor = { apiKeyId: null, name: 'test', requestId: null };
      const retried = await retryFailedPages(gateway.database, actor, { id, maxPages: 2 });
      expect(retried).toMatchObject({ kind: 'retried', pages: 2, left: 1 });
      const { newId } = retried as { newId: string };
      const { body } = await gateway.call(`/v2/jobs/${newId}/request`);
      expect(body.request.urls).toEqual(['https://site.example/b', 'https://site.example/c']);
    });

    it('rejects a job without failed pages, and pages that the credits do not cover', async () => {
      const id = await startCrawl(gateway);
      await endJob(gateway.database, id, 'completed');
      expect(await retryFailed(id)).toMatchObject({ status: 409, body: { error: 'The job has no failed pages' } });
      const { teamId, key } = await insertTeam(gateway.database);
      const failing = await startFailing({}, key);
      await endJob(gateway.database, failing, 'completed');
      await gateway.database.team.update({ where: { id: teamId }, data: { creditsLimited: true } });
      expect(await retryFailed(failing, key)).toMatchObject({
        status: 402,
        body: { error: expect.stringMatching(/needs at least 3/) },
      });
      expect(await gateway.database.job.count({ where: { teamId } })).toBe(1);
    });
  });
});
