import type { Caller } from '@orbweaver/persistence';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { RateLimits } from './rate-limits';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8' });
});
afterAll(() => gateway.close());

const crawl = { url: 'https://example.com', limit: 1 };

async function limitedTeam(limits: { scrapesPerMinute?: number; jobsPerMinute?: number }) {
  const team = await insertTeam(gateway.database);
  await gateway.database.team.update({ where: { id: team.teamId }, data: limits });
  return team;
}

describe('rate limits', () => {
  it('reports rate limits in response headers and enforces them with 429 and Retry-After', async () => {
    const { teamId, key } = await limitedTeam({ jobsPerMinute: 3 });
    for (const remaining of ['2', '1', '0']) {
      const taken = await gateway.call('/v2/crawl', { key, body: crawl });
      expect(taken.status).toBe(200);
      expect(taken.headers.get('ratelimit-limit')).toBe('3');
      expect(taken.headers.get('ratelimit-remaining')).toBe(remaining);
      expect(Number(taken.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
    // Batches and previews share the count of crawls, in both versions, and an invalid body counts.
    expect((await gateway.call('/v2/crawl/preview', { key, body: { ...crawl, urls: [crawl.url] } })).status).toBe(429);
    const refused = await gateway.call('/v1/batch/scrape', { key, body: {} });
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      error: expect.stringMatching(
        /^Rate limit exceeded: 5 requests consumed and 0 remaining of 3 per minute\. Retry after \d+s/,
      ),
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(await gateway.database.job.count({ where: { teamId } })).toBe(3);

    // Other request classes, other teams and reads are not affected.
    expect((await gateway.call('/v2/scrape', { key, body: {} })).status).toBe(400);
    expect((await gateway.call('/v2/crawl', { body: crawl })).headers.get('ratelimit-limit')).toBeNull();
    expect((await gateway.call('/v2/crawl/active', { key })).status).toBe(200);
  });

  it('does not limit reads of 200 polling clients', async () => {
    const { key } = await limitedTeam({ scrapesPerMinute: 1, jobsPerMinute: 1 });
    const { body } = await gateway.call('/v2/crawl', { key, body: crawl });
    expect((await gateway.call('/v2/crawl', { key, body: crawl })).status).toBe(429);
    const polls = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answers = [];
        for (let turn = 0; turn < 3; turn += 1) answers.push(await gateway.call(`/v2/crawl/${body.id}`, { key }));
        return answers.map(({ status }) => status);
      }),
    );
    expect(new Set(polls.flat())).toEqual(new Set([200]));
  });

  it('shares rate limits between gateways and resets them every minute', async () => {
    const { teamId } = await limitedTeam({});
    const caller = { teamId, scrapesPerMinute: 10, jobsPerMinute: null } as Caller;
    const gateways = [1, 2, 3].map(() => new RateLimits(gateway.database));
    const standings = await Promise.all(
      Array.from({ length: 30 }, (_, n) => gateways[n % 3]!.consume(caller, 'scrape')),
    );
    expect(standings.filter((standing) => standing!.consumed <= standing!.limit)).toHaveLength(10);
    expect(await gateways[0]!.consume(caller, 'job')).toBeUndefined();

    await gateway.database.$executeRaw`
      UPDATE rate_windows SET started_at = now() - interval '61 seconds' WHERE team_id = ${teamId}::uuid`;
    expect(await new RateLimits(gateway.database).consume(caller, 'scrape')).toMatchObject({ consumed: 1, limit: 10 });
  });

  it('sends no SQL statement for a blocked team until the reset, unless the limit is raised', async () => {
    const { teamId } = await limitedTeam({});
    const limits = new RateLimits(gateway.database);
    const caller = { teamId, scrapesPerMinute: 1, jobsPerMinute: null } as Caller;
    for (let request = 0; request < 50; request += 1) await limits.consume(caller, 'scrape');
    const [row] = await gateway.database.rateWindow.findMany({ where: { teamId } });
    expect(row).toMatchObject({ class: 'scrape', consumed: 2 });
    expect(await limits.consume({ ...caller, scrapesPerMinute: 5 }, 'scrape')).toMatchObject({ consumed: 3, limit: 5 });
  });
});
