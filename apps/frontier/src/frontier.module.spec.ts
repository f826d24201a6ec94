import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, type DynamicModule, Global, Inject, Module } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type PageOutcome, type RenderPage, topics } from '@orbweaver/contracts';
import { createMemoryTransport, type Publisher, RethrowFilter } from '@orbweaver/messaging';
import { ContentCipher } from '@orbweaver/object-store';
import { type Database, openDatabase } from '@orbweaver/persistence';
import {
  CIPHER,
  CLOCK,
  CONFIG,
  DATABASE,
  EventLog,
  LOG,
  METRICS,
  noTracing,
  PUBLISHER,
  STOPPING,
  Stopping,
  TRACING,
} from '@orbweaver/platform';
import { isNightlyRun, type SilentProxy, startSilentProxy, until } from '@orbweaver/testing';
import { Registry } from 'prom-client';
import { startTestFrontier, type TestFrontier, watchedLog } from '../test/test-frontier';
import { frontier } from './index';

jest.setTimeout(60_000);

const ignore = () => undefined;
const quietLog = new EventLog({ debug: ignore, info: ignore, warn: ignore, error: ignore } as never);

@Global()
@Module({})
class PlatformStandIn {}

/** Finds the links `/<n + 1>` and `/<n + 2>` on the page `/<n>`, up to 40. */
@Controller()
class RendererStandIn {
  constructor(@Inject(PUBLISHER) private readonly publisher: Publisher) {}

  @EventPattern(topics.renderBulk.name)
  async handle(@Payload() { pageId, jobId, epoch, url }: RenderPage): Promise<void> {
    const { origin, pathname } = new URL(url);
    const n = Number(pathname.slice(1));
    const outlinks = [n + 1, n + 2].filter((link) => link <= 40).map((link) => `${origin}/${link}`);
    const outcome: PageOutcome['outcome'] = { kind: 'done', statusCode: 200 };
    const message = { type: 'PageOutcome' as const, pageId, jobId, epoch, outcome, finalUrl: url, outlinks };
    await this.publisher.publish('pageOutcomes', jobId, message);
  }
}

async function startSite(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const { host } = request.headers;
    const files: Record<string, string> = {
      '/robots.txt': `User-agent: *\nDisallow: /7\nSitemap: http://${host}/map.xml\n`,
      '/map.xml': `<urlset><url><loc>http://${host}/30</loc></url><url><loc>http://${host}/7</loc></url></urlset>`,
    };
    const file = files[request.url ?? ''];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the frontier service', () => {
  let harness: TestFrontier;
  let site: Awaited<ReturnType<typeof startSite>>;
  beforeEach(async () => {
    harness = await startTestFrontier();
    site = await startSite();
  });
  afterEach(async () => {
    site.server.close();
    await harness.close();
  });

  async function startService(database: Database = harness.database, log = watchedLog) {
    const failures: string[] = [];
    const transport = createMemoryTransport({ log: (_, event) => failures.push(event) });
    const stopping = new Stopping();
    const values: [symbol, unknown][] = [
      [CIPHER, new ContentCipher()],
      [CLOCK, () => new Date()],
      [CONFIG, frontier.config.parse({ EGRESS_ALLOW: '127.0.0.0/8' })],
      [DATABASE, database],
      [LOG, log],
      [METRICS, new Registry()],
      [PUBLISHER, transport.publisher],
      [STOPPING, stopping],
      [TRACING, noTracing],
    ];
    const exported = values.map(([provide, useValue]) => ({ provide, useValue }));
    const providers = [...exported, { provide: APP_FILTER, useFactory: () => new RethrowFilter() }];
    const services: [string, DynamicModule][] = [
      ['frontier', { module: PlatformStandIn, imports: [frontier.module({} as never)], providers, exports: exported }],
      ['renderer', { module: PlatformStandIn, controllers: [RendererStandIn], providers }],
    ];
    const running = await Promise.all(
      services.map(async ([service, module]) => {
        const strategy = transport.consumer({ service, audience: 'shared' });
        const application = await NestFactory.createMicroservice(module, { logger: false, strategy });
        await application.listen();
        return { application, strategy };
      }),
    );
    return {
      publisher: transport.publisher,
      /** Events in the transport's log. */
      failures,
      stop: async () => {
        stopping.begin();
        for (const { application, strategy } of running) {
          await application.close();
          await strategy.drain();
        }
        await transport.close();
      },
    };
  }

  const settle = (jobId: string, withinMs?: number) =>
    until(
      'the end of the job',
      async () => {
        const job = await harness.database.frontierJob.findUnique({ where: { id: jobId } });
        return job?.state === 'settled' && job;
      },
      withinMs,
    );

  it('visits every page that a site links or lists, unless its robots.txt forbids it', async () => {
    const service = await startService();
    try {
      const jobId = await harness.actions.acceptCrawl({ url: `${site.origin}/1`, sitemap: 'include' });
      await service.publisher.publish('jobCommands', jobId, { type: 'StartJob', jobId });
      expect(await settle(jobId)).toMatchObject({ done: 39, admitted: 39, failed: 0, settledReason: 'finished' });
      const pages = await harness.actions.known(jobId);
      expect(pages.filter((page) => page.state !== 'done').map((page) => [page.url, page.reason])).toEqual([
        [`${site.origin}/7`, 'robots'],
      ]);
    } finally {
      await service.stop();
    }
  }, 30_000);

  describe('during an outage of Postgres in the middle of a crawl', () => {
    let proxy: SilentProxy;
    let database: Database;
    beforeEach(async () => {
      proxy = await startSilentProxy(harness.url);
      database = openDatabase({ url: proxy.url, poolSize: 8, statementTimeoutMs: 500 });
    });
    afterEach(async () => {
      await database.$disconnect();
      await proxy.close();
    });

    const endSessions = () => harness.database.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    const fail = async (code: string) => {
      await harness.database.$executeRawUnsafe(
        `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no' USING ERRCODE = '${code}'; END $$`,
      );
      for (const table of ['frontier_jobs', 'frontier_pages']) {
        await harness.database.$executeRawUnsafe(
          `CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`,
        );
      }
    };
    const mend = () => harness.database.$executeRaw`DROP FUNCTION fail CASCADE`;

    type Outage = [string, begin: () => Promise<unknown>, end: () => unknown];
    const outages: Outage[] = [
      ['the disk is full', () => fail('53100'), mend],
      ['the server is read-only', () => fail('25006'), mend],
      [
        'connections are refused',
        async () => {
          proxy.carryNew('postgresql://127.0.0.1:1');
          await endSessions();
        },
        () => proxy.carryNew(),
      ],
    ];
    const silent: Outage = ['open connections are silent', async () => proxy.silenceAll(), () => proxy.carryNew()];

    // A minute passes until the lost leases are granted again.
    it.each(isNightlyRun ? [...outages, silent] : outages)(
      'finishes the crawl without dead letters: %s',
      async (_, begin, end) => {
        const service = await startService(database, quietLog);
        try {
          const jobId = await harness.actions.acceptCrawl({ url: `${site.origin}/1` });
          await service.publisher.publish('jobCommands', jobId, { type: 'StartJob', jobId });
          await until('some pages', async () => {
            const job = await harness.database.frontierJob.findUnique({ where: { id: jobId } });
            return (job?.done ?? 0) > 3;
          });
          await begin();
          const second = await harness.actions.acceptCrawl({ url: `${site.origin}/1` });
          await service.publisher.publish('jobCommands', second, { type: 'StartJob', jobId: second });
          await until('a retry', () => service.failures.includes('message-retried'), 30_000);
          await end();
          const read = (id: string) => harness.database.frontierJob.findUnique({ where: { id } });
          await until('the second job to start', () => read(second), 30_000);
          // A lease whose response was lost is granted again after it expires.
          for (const id of [jobId, second]) {
            expect(await settle(id, 150_000)).toMatchObject({ done: 39, failed: 0, settledReason: 'finished' });
          }
          expect(service.failures).not.toContain('dead-letter');
        } finally {
          await service.stop();
        }
      },
      240_000,
    );
  });

  it('continues the jobs of a killed process', async () => {
    // Left by a killed process: an accepted job, a job with half of its seeds, and a running one.
    const { actions, database } = harness;
    const url = `${site.origin}/1`;
    const accepted = await actions.acceptCrawl({ url });
    await database.job.update({ where: { id: accepted }, data: { createdAt: new Date(Date.now() - 60_000) } });
    const seeding = await actions.acceptCrawl({ url });
    await harness.starter.start(seeding);
    const begun = await actions.crawl({ url });
    await harness.round.run();
    await database.$executeRaw`UPDATE frontier_jobs SET seeding_until = now(), next_lease_at = now() WHERE id = ${seeding}::uuid`;
    await database.$executeRaw`UPDATE frontier_pages SET due_at = now(), lease_until = now() WHERE job_id = ${begun}::uuid`;
    await database.$executeRaw`UPDATE frontier_jobs SET next_lease_at = now() WHERE id = ${begun}::uuid`;
    const service = await startService();
    try {
      for (const jobId of [accepted, seeding, begun]) expect(await settle(jobId)).toMatchObject({ done: 39 });
    } finally {
      await service.stop();
    }
  }, 30_000);
});
