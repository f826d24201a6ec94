import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

const CLOSED = 'https://shop.example.com/';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  const team = await insertTeam(gateway.database);
  key = team.key;
  const hosts = { allowedHosts: ['example.com', '*.example.com'], closedHosts: ['shop.example.com'] };
  await gateway.database.team.update({ where: { id: team.teamId }, data: hosts });
});
afterAll(() => gateway.close());

describe('the hosts of a team', () => {
  it.each([
    ['/v2/scrape', { url: CLOSED }],
    ['/v1/scrape', { url: 'https://other.example/' }],
    ['/v2/batch/scrape', { urls: ['https://example.com/', CLOSED], ignoreInvalidURLs: false }],
    ['/v2/crawl', { url: CLOSED }],
    ['/v2/crawl/preview', { url: CLOSED, urls: [CLOSED] }],
    ['/v2/map', { url: CLOSED }],
  ])('reject %s %j with 403', async (path, body) => {
    const answer = await gateway.call(path, { key, body });
    expect([answer.status, answer.body.code]).toEqual([403, 'UNSUPPORTED_SITE']);
    expect(answer.body.error).toContain('for this team');
  });

  it('do not apply to other teams and to webhooks', async () => {
    expect((await gateway.call('/v2/crawl', { body: { url: CLOSED } })).status).toBe(200);
    const body = { url: 'https://example.com/', webhook: 'https://hooks.other.example/' };
    expect((await gateway.call('/v2/crawl', { key, body })).status).toBe(200);
  });

  it('of a retried job are the current ones', async () => {
    const { key: own, teamId } = await insertTeam(gateway.database);
    const { id } = (await gateway.call('/v2/crawl', { key: own, body: { url: 'https://www.example.com/' } })).body;
    await gateway.database.job.update({ where: { id }, data: { state: 'completed' } });
    const hostsOfRetry = async (closedHosts: string[]) => {
      await gateway.database.team.update({ where: { id: teamId }, data: { closedHosts } });
      const retried = (await gateway.call(`/v2/jobs/${id}/retry`, { key: own, method: 'POST' })).body;
      const { spec } = await gateway.database.job.findUniqueOrThrow({ where: { id: retried.id } });
      return (spec as { scrape: { hosts?: unknown } }).scrape.hosts;
    };
    expect(await hostsOfRetry(['shop.example.com'])).toEqual({ allowed: [], closed: ['shop.example.com'] });
    expect(await hostsOfRetry([])).toBeUndefined();
  });

  it('are part of a map', async () => {
    const mapped = gateway.call('/v2/map', { key, body: { url: 'https://www.example.com/', timeout: 1000 } });
    expect((await mapped).status).toBe(408);
    const sent = gateway.published.find(({ message }) => message.type === 'MapSite')?.message;
    expect(sent).toMatchObject({ spec: { scrape: { hosts: { closed: ['shop.example.com'] } } } });
  });

  it('are part of the stored job', async () => {
    const { id } = (await gateway.call('/v2/crawl', { key, body: { url: 'https://www.example.com/' } })).body;
    const job = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    expect(job.spec).toMatchObject({ scrape: { hosts: { closed: ['shop.example.com'] } } });
  });
});
