import { randomUUID } from 'node:crypto';
import { type JobCalls, jobCalls, url } from '../../test/job-calls';
import { endJob, storePages } from '../../test/rows';
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

describe('DELETE of a job', () => {
  it('cancels immediately, sends one command to the frontier, and keeps the documents', async () => {
    const id = await jobs.startCrawl();
    await storePages(gateway.database, id, [{}, {}, {}]);
    gateway.published.length = 0;
    for (const path of [`/v2/crawl/${id}`, `/v1/batch/scrape/${id}`]) {
      expect(await gateway.call(path, { method: 'DELETE' })).toMatchObject({
        status: 200,
        body: { success: true, status: 'cancelled', message: expect.any(String) },
      });
    }
    expect(gateway.published.map(({ message }) => message)).toEqual([{ type: 'CancelJob', jobId: id }]);
    const status = await jobs.read(`/v2/crawl/${id}?limit=2`);
    expect(status).toMatchObject({ status: 'cancelled', completed: 3, total: 3, data: [{}, {}] });
    const { completedAt, duration } = status;
    await endJob(gateway.database, id, 'cancelled');
    expect(await jobs.read(`/v2/crawl/${id}`)).toMatchObject({ status: 'cancelled', completedAt, duration });
    const last = await jobs.read(status.next.replace('https://api.example/base', ''));
    expect(last.data).toHaveLength(1);
    expect(last).not.toHaveProperty('next');
  });

  it.each([
    ['completed', 'Crawl is already completed'],
    ['failed', 'Crawl has already failed'],
  ] as const)('is rejected for a job that has %s', async (state, error) => {
    const id = await jobs.startCrawl();
    await endJob(gateway.database, id, state);
    expect(await gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 409,
      body: { success: false, error },
    });
  });
});

describe('the list of running crawls', () => {
  it.each(['active', 'ongoing'])(
    'is served as %s, contains only crawls of the team, and uses the names of the version',
    async (word) => {
      const { key } = await insertTeam(gateway.database);
      const start = async (path: string, body: object) => (await jobs.post(path, body, { key })).body.id;
      const running = await start('/v1/crawl', { url, maxDepth: 2, scrapeOptions: { parsePDF: false } });
      await start('/v2/batch/scrape', { urls: [url] });
      await endJob(gateway.database, await start('/v2/crawl', { url }), 'completed');
      await gateway.call(`/v2/crawl/${await start('/v2/crawl', { url })}`, { method: 'DELETE', key });
      const { body } = await gateway.call(`/v1/crawl/${word}`, { key });
      expect(body).toMatchObject({
        success: true,
        crawls: [{ id: running, url, options: { maxDepth: 2, scrapeOptions: { parsePDF: false } } }],
      });
      expect(body.crawls).toHaveLength(1);
      expect(body.crawls[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const v2 = await gateway.call(`/v2/crawl/${word}`, { key });
      expect(v2.body.crawls[0].options).toMatchObject({ sitemap: 'include', scrapeOptions: { parsers: [] } });
    },
  );

  it('is complete and ordered with many crawls, and empty without crawls', async () => {
    const { key } = await insertTeam(gateway.database);
    expect((await gateway.call('/v2/crawl/active', { key })).body).toEqual({ success: true, crawls: [] });
    const { id } = (await jobs.post('/v2/crawl', { url }, { key })).body;
    const { spec, ...first } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    const later = Array.from({ length: 45 }, (_, index) => ({
      ...{ ...first, id: randomUUID(), spec: spec as object, webhook: undefined },
      createdAt: new Date(first.createdAt.getTime() + index + 1),
    }));
    await gateway.database.job.createMany({ data: [...later].reverse() });
    const { body } = await gateway.call('/v2/crawl/active', { key });
    expect(body.crawls.map((crawl: { id: string }) => crawl.id)).toEqual([id, ...later.map((job) => job.id)]);
  });
});
