import { randomUUID } from 'node:crypto';
import { addCreditEntries } from '@orbweaver/persistence';
import { endJob, storePage, until } from '../testing/rows';
import { addTeam, startGateway, type TestGateway } from '../testing/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8' });
});
afterAll(() => gateway.close());

async function teamWith(credits: number) {
  const team = await addTeam(gateway.database);
  await gateway.database.team.update({ where: { id: team.teamId }, data: { creditsLimited: true } });
  await addCreditEntries(gateway.database, [grant(team.teamId, credits)], new Date());
  return team;
}

const grant = (teamId: string, amount: number) => ({
  id: randomUUID(),
  teamId,
  apiKeyId: null,
  jobId: null,
  kind: 'grant' as const,
  amount,
  note: null,
});

const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`);
const batch = (key: string, count: number, more: object = {}) =>
  gateway.call('/v2/batch/scrape', { key, body: { urls: urls(count), ...more } });
const limitOf = async (jobId: string) =>
  ((await gateway.database.job.findUniqueOrThrow({ where: { id: jobId } })).spec as { limit: number }).limit;

describe('a team whose credits are limited', () => {
  it('is refused what its credits do not cover, and nothing of it is stored', async () => {
    const { teamId, key } = await teamWith(0);
    for (const [path, body] of [
      ['/v1/scrape', { url: 'https://example.com' }],
      ['/v2/scrape', { url: 'https://example.com' }],
      ['/v1/batch/scrape', { urls: urls(1) }],
      ['/v2/crawl', { url: 'https://example.com' }],
    ] as const) {
      const { status, body: answer } = await gateway.call(path, { key, body });
      expect(status).toBe(402);
      expect(answer).toEqual({ success: false, error: expect.stringMatching(/^Insufficient credits/) });
    }
    expect(await gateway.database.job.count({ where: { teamId } })).toBe(0);
  });

  it('can promise no credit twice: of twenty batches at once as many are accepted as there are credits for', async () => {
    const { teamId, key } = await teamWith(25);
    const answers = await Promise.all(Array.from({ length: 20 }, () => batch(key, 10)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(18).fill(402)]);
    expect(await gateway.database.job.count({ where: { teamId } })).toBe(2);
    expect((await batch(key, 6)).body.error).toContain('needs 6 or more, and the team has 5 that no running job needs');
    expect((await batch(key, 5)).status).toBe(200);
  });

  it('has back what a batch did not use, and an idempotency key that was refused can be used again', async () => {
    const { key } = await teamWith(3);
    const { body: job } = await batch(key, 3);
    const headers = { 'x-idempotency-key': randomUUID() };
    const again = () => gateway.call('/v2/batch/scrape', { key, headers, body: { urls: urls(3) } });
    expect((await again()).status).toBe(402);
    await storePage(gateway.database, job.id, { reason: 'dns' });
    await endJob(gateway.database, job.id, 'completed');
    expect((await again()).status).toBe(200);
  });

  it('appends to a batch within its credits', async () => {
    const { key } = await teamWith(5);
    const { body: job } = await batch(key, 2);
    expect((await batch(key, 4, { appendToId: job.id })).status).toBe(402);
    expect((await batch(key, 3, { appendToId: job.id })).status).toBe(200);
    expect((await batch(key, 1, { appendToId: job.id })).status).toBe(402);
  });

  it('crawls as many pages as its credits cover, and holds credits for those that the crawl has admitted', async () => {
    const { teamId, key } = await teamWith(50);
    const { body: job } = await gateway.call('/v2/crawl', { key, body: { url: 'https://example.com' } });
    expect(await limitOf(job.id)).toBe(50);
    await gateway.database.frontierJob.create({ data: { id: job.id, teamId, kind: 'crawl', queued: 30, leased: 10 } });
    expect((await batch(key, 11)).status).toBe(402);
    const { body: second } = await gateway.call('/v1/crawl', { key, body: { url: 'https://example.com', limit: 5 } });
    expect(await limitOf(second.id)).toBe(5);
    const { body: third } = await gateway.call('/v1/crawl', { key, body: { url: 'https://example.com', limit: 500 } });
    expect(await limitOf(third.id)).toBe(9);
  });

  it('loses nothing that was accepted when pages cost more than was left, and is refused from then on', async () => {
    const { teamId, key } = await teamWith(1);
    const answer = gateway.call('/v2/scrape', { key, body: { url: 'https://example.com/large.pdf' } });
    const { pageId } = await until(
      () =>
        gateway.published.find(({ message }) => 'teamId' in message && message.teamId === teamId)?.message as {
          pageId: string;
        },
    );
    await storePage(gateway.database, pageId, { id: pageId });
    await endJob(gateway.database, pageId, 'completed');
    const cost = { ...grant(teamId, -12), id: pageId, kind: 'page' as const, jobId: pageId };
    await addCreditEntries(gateway.database, [cost], new Date());
    expect((await answer).status).toBe(200);
    const { body } = await gateway.call('/v2/team/credit-usage', { key });
    expect(body.data).toMatchObject({ remainingCredits: -11, planCredits: 1 });
    expect((await gateway.call('/v2/scrape', { key, body: { url: 'https://example.com' } })).status).toBe(402);
  });

  it('reads what it has used, by month and key', async () => {
    const { teamId, key } = await teamWith(100);
    const { id: apiKeyId } = await gateway.database.apiKey.findFirstOrThrow({ where: { teamId } });
    const page = { ...grant(teamId, -7), kind: 'page' as const, apiKeyId };
    await addCreditEntries(gateway.database, [page], new Date('2026-02-14'));
    const usage = { remaining_credits: 93, plan_credits: 100, billing_period_start: null, billing_period_end: null };
    expect((await gateway.call('/v1/team/credit-usage', { key })).body).toEqual({ success: true, data: usage });
    const month = { startDate: '2026-02-01T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z', creditsUsed: 7 };
    const history = (query: string) => gateway.call(`/v2/team/credit-usage/historical${query}`, { key });
    expect((await history('')).body).toEqual({ success: true, periods: [month] });
    expect((await history('?byApiKey=true')).body.periods).toEqual([{ ...month, apiKey: 'test' }]);
    expect((await history('?byApiKey=maybe')).status).toBe(400);
  });
});
