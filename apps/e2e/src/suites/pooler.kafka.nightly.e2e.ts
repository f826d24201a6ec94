import path from 'node:path';
import { type FixtureSite, startFixtureSite, startWebhookReceiver, until } from '@orbweaver/testing';
import { CHAOS_TEST_MS, ChaosCrawl } from '../harness/chaos-crawl';
import { withDatabase } from '../harness/dump-database';
import { runJob } from '../harness/jobs';
import { PgBouncer } from '../harness/pg-bouncer';
import { addTeam, adminEnv } from '../harness/run-admin';
import type { Role } from '../harness/service-process';
import { System } from '../harness/system';

/** Fewer than processes: every connection serves several. */
const POOL_SIZE = 4;
/** Enough for the crawl to outlast the disturbance. */
const PAGES = 200;
/** Services with a database. */
const roles = ['results', 'frontier', 'gateway'] as const;

describe('behind PgBouncer in transaction mode, with Kafka', () => {
  const system = System.shared();
  let target: string;
  let bouncer: PgBouncer;
  let site: FixtureSite;

  beforeAll(async () => {
    target = adminEnv(system).DATABASE_URL!;
    bouncer = await PgBouncer.start({
      program: process.env.ORBWEAVER_PGBOUNCER!,
      target,
      poolSize: POOL_SIZE,
      directory: path.join(system.directory, 'pgbouncer'),
    });
    await system.reconfigure(roles, { DATABASE_URL: bouncer.url, DATABASE_POOLER: 'true' });
    site = await startFixtureSite({ treePages: 30 });
  }, 180_000);
  afterAll(async () => {
    await system.reconfigure(roles, { DATABASE_URL: target, DATABASE_POOLER: '' });
    await bouncer?.stop();
    await site?.close();
  }, 180_000);

  const untilReady = (role: Role, isReady: boolean) =>
    until(
      `${role} to be ${isReady ? '' : 'not '}ready`,
      async () => {
        const { ok } = await fetch(`${system.process(role).url}/health/ready`);
        return ok === isReady;
      },
      60_000,
    );

  it('runs commands, scrapes, crawls, batches and webhooks', async () => {
    const api = system.api(await addTeam(system, ['--max-concurrency', '8', '--scrapes-per-minute', '600']));
    const receiver = await startWebhookReceiver();
    const scrapes = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/v2/scrape', { url: `${site.main}/tree/`, maxAge: 0 })),
    );
    expect(scrapes.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const crawls = await Promise.all(
      [1, 2, 3].map(() =>
        runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, sitemap: 'skip', webhook: receiver.url }),
      ),
    );
    for (const { status, errors, documents } of crawls) {
      expect({ ...status, errors }).toMatchObject({ status: 'completed', completed: 30, creditsUsed: 30, errors: [] });
      expect(new Set(documents.map(({ metadata }) => metadata.url)).size).toBe(30);
    }
    const batch = await runJob(api, '/v2/batch/scrape', { urls: [`${site.main}/tree/`, `${site.main}/tree/1`] });
    expect(batch.status).toMatchObject({ status: 'completed', total: 2 });
    await until(
      'the webhooks',
      () => receiver.deliveries.filter(({ body }) => body.type === 'crawl.completed').length === 3,
      30_000,
    );
    expect(receiver.deliveries.filter(({ body }) => body.type === 'crawl.page')).toHaveLength(90);
    await receiver.close();
  });

  it("opens no more connections to Postgres than the pooler's limit", async () => {
    const held = await withDatabase(
      system,
      (database) =>
        database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'orbweaver %'`,
    );
    expect(held[0]!.count).toBeGreaterThan(0);
    expect(held[0]!.count).toBeLessThanOrEqual(POOL_SIZE);
  });

  it(
    'stores every page of a crawl once through a pooler restart and a killed frontier',
    async () => {
      const crawl = await ChaosCrawl.start(system.api(), PAGES);
      try {
        await crawl.waitForPart(1 / 5);
        await bouncer.crash();
        for (const role of roles) await untilReady(role, false);
        await bouncer.startAgain();
        for (const role of roles) await untilReady(role, true);
        await crawl.waitForPart(2 / 5);
        await system.kill('frontier');
        await system.restart('frontier');
        await crawl.expectUnfinished();
        await crawl.expectEveryPageOnce();
      } finally {
        await crawl.close();
      }
    },
    CHAOS_TEST_MS,
  );
});
