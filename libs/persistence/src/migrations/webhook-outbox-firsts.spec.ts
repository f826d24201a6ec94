import type { TestDatabase } from '@orbweaver/testing';
import { startDatabaseBefore } from '../../test/start-database-before';
import { deployMigrations } from './deploy-migrations';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startDatabaseBefore('webhook_outbox_firsts');
});
afterAll(() => scratch.close());

const urls = [
  'https://Receiver.test/hook',
  'http://user:p%40ss@receiver.test:80?a=b@c',
  'HTTPS://user@receiver.test:443#x',
  'http://receiver.test:8080/@/',
  'http://[::1]:9000/hook',
  'https:\\\\receiver.test\\hook',
];

describe('migration of the outbox', () => {
  it('marks the first pending event of every job, with its endpoint like URL.host', async () => {
    const { database } = scratch;
    await database.$executeRaw`
      INSERT INTO jobs (id, team_id, kind, spec, webhook, expires_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'crawl', '{}', jsonb_build_object('url', url), now()
      FROM unnest(${urls}::text[]) AS url`;
    await database.$executeRaw`
      INSERT INTO webhook_events (id, job_id, team_id, sequence, type, state)
      SELECT gen_random_uuid(), id, team_id, place, 'crawl.page', (ARRAY['delivered', 'dead', 'pending', 'pending'])[place]
      FROM jobs, generate_series(1, 4) AS place`;
    await deployMigrations(scratch.url);
    const rows = await database.$queryRaw<{ url: string; sequence: number; endpoint: string }[]>`
      SELECT jobs.webhook->>'url' AS url, sequence, endpoint
      FROM webhook_events e JOIN jobs ON jobs.id = e.job_id WHERE is_first ORDER BY url`;
    const expected = urls.map((url) => ({ url, sequence: 3, endpoint: new URL(url).host }));
    expect(new Set(rows)).toEqual(new Set(expected));
    expect(rows).toHaveLength(urls.length);
  });
});
