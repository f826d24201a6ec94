import { startCrawl } from '../../test/job-calls';
import { endJob } from '../../test/rows';
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
});
