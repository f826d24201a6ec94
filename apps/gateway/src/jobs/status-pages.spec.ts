import { type JobCalls, jobCalls } from '../../test/job-calls';
import { endJob, storePages } from '../../test/rows';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';

let gateway: TestGateway;
let jobs: JobCalls;

beforeAll(async () => {
  gateway = await startGateway();
  jobs = jobCalls(gateway);
});
afterAll(() => gateway.close());

describe('the documents of a status response', () => {
  it('reads documents once for concurrent requests for the same page', async () => {
    const id = await jobs.startCrawl();
    await storePages(
      gateway.database,
      id,
      Array.from({ length: 3 }, (_, at) => ({ content: { markdown: `${at}` } })),
    );
    const { database } = gateway;
    let responses: Promise<{ data: { markdown: string }[] }>[] = [];
    await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE documents`;
      responses = Array.from({ length: 50 }, () => jobs.read(`/v2/crawl/${id}`));
      const waiting = () => transaction.$queryRaw<{ readers: number }[]>`
        SELECT count(*)::int AS readers FROM pg_locks
        WHERE NOT granted AND relation = 'documents'::regclass`;
      await untilTrue(async () => (await waiting())[0]!.readers > 0);
      // When this response arrives, the 50 requests have started their reads.
      await jobs.read(`/v2/crawl/${id}?skip=3&limit=1`);
      expect((await waiting())[0]!.readers).toBe(1);
    });
    for (const { data } of await Promise.all(responses)) {
      expect(data.map(({ markdown }) => markdown)).toEqual(['0', '1', '2']);
    }
  });

  it('returns no documents if they were deleted after the job was read', async () => {
    const id = await jobs.startCrawl();
    await storePages(gateway.database, id, [{}]);
    await gateway.database.document.deleteMany({ where: { jobId: id } });
    const { status, body } = await gateway.call(`/v2/crawl/${id}`);
    expect([status, body.completed, body.data]).toEqual([200, 1, []]);
  });

  it('returns as many documents as the status counts, also when repeated at once, in the format of the version', async () => {
    const id = await jobs.startCrawl({ scrapeOptions: { formats: ['markdown', { type: 'json', schema: {} }] } });
    const page = { content: { markdown: 'a', json: { price: 1 } } };
    for (let stored = 1; stored <= 3; stored += 1) {
      await storePages(gateway.database, id, [page]);
      for (const version of ['v1', 'v2']) {
        const { completed, data } = await jobs.read(`/${version}/crawl/${id}`);
        expect([completed, data.length]).toEqual([stored, stored]);
        expect('llm_extraction' in data[0]).toBe(version === 'v1');
      }
    }
    await endJob(gateway.database, id, 'completed');
    const { data, next } = await jobs.read(`/v2/crawl/${id}?skip=1&limit=1`);
    expect([data.length, next]).toEqual([1, expect.stringContaining('?skip=2&limit=1')]);
  });
});
