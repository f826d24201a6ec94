import { randomUUID } from 'node:crypto';
import { JobSpec, redactSpec } from '@orbweaver/core';
import { addCreditEntries } from '@orbweaver/persistence';
import { type AdminCalls, adminCalls } from '../../test/admin-calls';
import { endJob, storePage, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';

let gateway: TestGateway;
let admin: AdminCalls;
beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8' });
  admin = await adminCalls(gateway);
});
afterAll(() => gateway.close());

async function teamWith(credits: number) {
  const team = await insertTeam(gateway.database);
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

const retryAsTeam = (id: string, key: string) => gateway.call(`/v2/jobs/${id}/retry`, { key, method: 'POST' });
const retryAsOperator = (id: string) => admin.call(`/jobs/${id}/retry`, { method: 'POST' });

describe('a team with limited credits', () => {
  it('gets 402 for a request that its credits do not cover, and no job is stored', async () => {
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

  it('prevents overspending with 20 concurrent batches', async () => {
    const { teamId, key } = await teamWith(25);
    const answers = await Promise.all(Array.from({ length: 20 }, () => batch(key, 10)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(18).fill(402)]);
    expect(await gateway.database.job.count({ where: { teamId } })).toBe(2);
    expect((await batch(key, 6)).body.error).toContain('needs at least 6; the team has 5 available');
    expect((await batch(key, 5)).status).toBe(200);
  });

  it('gets unused credits of a batch back, and can reuse the idempotency key of a rejected request', async () => {
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

  it('crawls as many pages as the credits cover, and reserves the remaining limit of a running crawl', async () => {
    const { teamId, key } = await teamWith(50);
    const crawl = (limit?: number) =>
      gateway.call('/v1/crawl', {
        key,
        body: { url: 'https://example.com', ...(limit === undefined ? {} : { limit }) },
      });
    const { body: job } = await crawl(40);
    expect(await limitOf(job.id)).toBe(40);
    const { body: second } = await crawl();
    expect(await limitOf(second.id)).toBe(10);
    const refused = await crawl();
    expect(refused).toMatchObject({
      status: 402,
      body: { error: expect.stringContaining('50 are reserved for running jobs') },
    });
    expect((await batch(key, 1)).status).toBe(402);

    // Stored pages are billed and no longer reserved.
    await storePages(gateway.database, job.id, Array(15).fill({}));
    await addCreditEntries(gateway.database, [{ ...grant(teamId, -15), kind: 'page' }], new Date());
    expect((await batch(key, 1)).status).toBe(402);

    // 20 pages are stored; when the site ends, 5 more are being rendered.
    await gateway.database.job.update({ where: { id: job.id }, data: { settledAt: new Date(), settledPages: 20 } });
    expect((await batch(key, 21)).status).toBe(402);
    expect((await batch(key, 20)).status).toBe(200);
    await endJob(gateway.database, job.id, 'completed');
    expect((await batch(key, 6)).status).toBe(402);
    expect((await batch(key, 5)).status).toBe(200);
  });

  it.each(['v1', 'v2'])(
    'gets a warning in %s that the limit of its crawl was lowered, in the response and the status',
    async (version) => {
      const { key } = await teamWith(50);
      const crawl = (body: object) =>
        gateway.call(`/${version}/crawl`, { key, body: { url: 'https://example.com', ...body } });
      const read = async (id: string) => (await gateway.call(`/${version}/crawl/${id}`, { key })).body;

      const { body: covered } = await crawl({ limit: 20 });
      expect(covered).toEqual({ success: true, id: covered.id, url: expect.any(String) });
      expect(await read(covered.id)).not.toHaveProperty('warning');

      const warning = expect.stringMatching(/^The limit was lowered from 100 to 30 pages: .*credits/);
      const { body: lowered } = await crawl({ limit: 100 });
      expect(lowered).toEqual({ success: true, id: lowered.id, url: expect.any(String), warning });
      expect(await limitOf(lowered.id)).toBe(30);
      expect(await read(lowered.id)).toMatchObject({ status: 'scraping', warning });
      await storePages(gateway.database, lowered.id, Array(2).fill({}));
      await endJob(gateway.database, lowered.id, 'completed');
      expect(await read(lowered.id)).toMatchObject({ status: 'completed', warning });
    },
  );

  describe.each([
    ['POST /v2/jobs/:id/retry', (id: string, key: string) => retryAsTeam(id, key)],
    ['POST /admin/v1/jobs/:id/retry', (id: string) => retryAsOperator(id)],
  ])('%s', (route, retry) => {
    it(`rejects a batch that the credits do not cover, like the first request: ${route}`, async () => {
      const { teamId, key } = await teamWith(4);
      const { body: job } = await batch(key, 3);
      await endJob(gateway.database, job.id, 'completed');
      const { body: other } = await batch(key, 2);
      const refused = await batch(key, 3);
      expect(refused.status).toBe(402);
      expect(await retry(job.id, key)).toMatchObject({ status: 402, body: refused.body });
      expect(await gateway.database.job.count({ where: { teamId } })).toBe(2);
      await endJob(gateway.database, other.id, 'completed');
      const retried = await retry(job.id, key);
      expect(retried).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } });
      expect((await batch(key, 2)).status).toBe(402);
      expect(await retry(retried.body.id, key)).toMatchObject({ status: 409 });
    });

    it(`lowers the requested limit of a crawl to the credits, with a warning: ${route}`, async () => {
      const { teamId, key } = await teamWith(20);
      const body = { url: 'https://example.com', limit: 40 };
      const { body: job } = await gateway.call('/v2/crawl', { key, body });
      await endJob(gateway.database, job.id, 'completed');
      expect(await limitOf(job.id)).toBe(20);
      await batch(key, 5);
      const { status, body: lowered } = await retry(job.id, key);
      const warning = expect.stringMatching(/^The limit was lowered from 40 to 15 pages: .*credits/);
      expect([status, lowered]).toEqual([200, { success: true, id: expect.any(String), warning }]);
      expect(await limitOf(lowered.id)).toBe(15);
      expect((await gateway.call(`/v2/crawl/${lowered.id}`, { key })).body).toMatchObject({ warning });
      expect(await retry(job.id, key)).toMatchObject({ status: 402 });
      await addCreditEntries(gateway.database, [grant(teamId, 100)], new Date());
      const { body: whole } = await retry(job.id, key);
      expect(whole).toEqual({ success: true, id: expect.any(String) });
      expect(await limitOf(whole.id)).toBe(40);
    });
  });

  it('gets this warning also for a crawl without a limit and for an erased crawl', async () => {
    const { key } = await teamWith(7);
    const body = { url: 'https://example.com', zeroDataRetention: true };
    const { body: job } = await gateway.call('/v2/crawl', { key, body });
    expect(job.warning).toMatch(/from 10000 to 7 pages/);
    const redacted = redactSpec(
      JobSpec.parse((await gateway.database.job.findUniqueOrThrow({ where: { id: job.id } })).spec),
    );
    const erased = { state: 'completed', completedAt: new Date(), erasedAt: new Date(), spec: redacted as object };
    await gateway.database.job.update({ where: { id: job.id }, data: erased });
    const { warning } = (await gateway.call(`/v2/crawl/${job.id}`, { key })).body;
    expect(warning).toMatch(/from 10000 to 7 pages.*zero data retention/);
  });

  it('gets unused credits of a cancelled crawl back, except for pages being rendered', async () => {
    const { teamId, key } = await teamWith(50);
    const { body: job } = await gateway.call('/v2/crawl', { key, body: { url: 'https://example.com' } });
    await gateway.database.frontierJob.create({
      data: { id: job.id, teamId, kind: 'crawl', limit: 50, queued: 30, leased: 4 },
    });
    expect((await gateway.call(`/v2/crawl/${job.id}`, { key, method: 'DELETE' })).status).toBe(200);
    expect((await batch(key, 47)).status).toBe(402);
    expect((await batch(key, 46)).status).toBe(200);
  });

  it('gets accepted pages that cost more than the remaining credits, and 402 afterwards', async () => {
    const { teamId, key } = await teamWith(1);
    const answer = gateway.call('/v2/scrape', { key, body: { url: 'https://example.com/large.pdf' } });
    const { pageId } = await untilTrue(
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

  it('returns the tokens of a team by month and key', async () => {
    const { teamId, key } = await teamWith(100);
    const { id: apiKeyId } = await gateway.database.apiKey.findFirstOrThrow({ where: { teamId } });
    const page = { ...grant(teamId, -5), kind: 'page' as const, apiKeyId };
    await addCreditEntries(gateway.database, [{ ...page, tokens: 1234 }], new Date('2026-02-14'));
    await addCreditEntries(gateway.database, [{ ...page, id: randomUUID() }], new Date('2026-03-14'));
    const unlimited = { remaining_tokens: 99_999_999, plan_tokens: 99_999_999 };
    expect((await gateway.call('/v1/team/token-usage', { key })).body).toEqual({
      success: true,
      data: { ...unlimited, billing_period_start: null, billing_period_end: null },
    });
    expect((await gateway.call('/v2/team/token-usage', { key })).body.data).toEqual({
      remainingTokens: 99_999_999,
      planTokens: 99_999_999,
      billingPeriodStart: null,
      billingPeriodEnd: null,
    });
    const month = { startDate: '2026-02-01T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z', tokensUsed: 1234 };
    for (const version of ['v1', 'v2']) {
      const history = (query: string) => gateway.call(`/${version}/team/token-usage/historical${query}`, { key });
      expect((await history('')).body).toEqual({ success: true, periods: [month] });
      expect((await history('?byApiKey=true')).body.periods).toEqual([{ ...month, apiKey: 'test' }]);
      expect((await history('?byApiKey=maybe')).status).toBe(400);
    }
  });

  it('returns the usage of a team by month and key', async () => {
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
    for (const wrong of ['maybe', '', 'true&byApiKey=true']) {
      expect((await history(`?byApiKey=${wrong}`)).status).toBe(400);
    }
    // Clients add their own parameters.
    expect((await history('?unread=&t=1&t=2')).body).toEqual({
      success: true,
      periods: [month],
      warning: 'Unknown query parameters, ignored: unread, t. Supported: byApiKey.',
    });
  });
});
