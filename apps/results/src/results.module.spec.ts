import 'reflect-metadata';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createMemoryTransport } from '@orbweaver/messaging';
import {
  CONFIG,
  DATABASE,
  HEALTH,
  HealthChecks,
  LOG,
  METRICS,
  PUBLISHER,
  STOPPING,
  Stopping,
} from '@orbweaver/platform';
import { startWebhookReceiver, until } from '@orbweaver/testing';
import {
  leaseTestPages,
  quietLog,
  type ResultsHarness,
  settleFrontierRow,
  startResultsHarness,
  testDocument,
} from '../test/results-harness';
import { results } from './index';

@Global()
@Module({})
class PlatformStandIn {}

function platformFor(bench: ResultsHarness, provided: Map<symbol, unknown>, config: unknown): DynamicModule {
  const values = new Map<symbol, unknown>([
    [CONFIG, config],
    [DATABASE, bench.database],
    [LOG, quietLog],
    [METRICS, bench.registry],
    [HEALTH, new HealthChecks()],
    ...provided,
  ]);
  const providers = [...values].map(([provide, useValue]) => ({ provide, useValue }));
  return { module: PlatformStandIn, imports: [results.module(config as never)], providers, exports: providers };
}

describe('the results service', () => {
  it('takes a job from its start to its last webhook, over the in-process transport', async () => {
    const bench = await startResultsHarness();
    const receiver = await startWebhookReceiver();
    const transport = createMemoryTransport();
    const stopping = new Stopping();
    const config = results.config.parse({ EGRESS_ALLOW: '127.0.0.0/8' });
    const provided = new Map<symbol, unknown>([
      [PUBLISHER, transport.publisher],
      [STOPPING, stopping],
    ]);
    bench.registry.clear();
    const strategy = transport.consumer({ service: 'results', audience: 'shared' });
    const module = platformFor(bench, provided, config);
    const application = await NestFactory.createMicroservice(module, { logger: false, strategy });
    await application.listen();
    try {
      const jobId = await bench.insertJob({ webhook: { url: receiver.url } });
      const scrapeId = await bench.insertJob({ kind: 'scrape' });
      const { publisher } = transport;
      await settleFrontierRow(bench.database, jobId, { pages: 3 });
      await publisher.publish('jobCommands', jobId, { type: 'StartJob', jobId });
      await publisher.publish('jobSettled', jobId, {
        type: 'JobSettled',
        jobId,
        reason: 'finished',
        pages: 3,
        urlLists: 0,
      });
      for (const page of [1, 2, 3]) {
        const document = testDocument(jobId, { url: `http://site.test/${page}` });
        await leaseTestPages(bench.database, [document]);
        await publisher.publish('documentsBulk', `${page}`, document);
      }
      await publisher.publish('documentsInteractive', scrapeId, testDocument(scrapeId, { pageId: scrapeId }));
      await until('the last webhook', () =>
        receiver.deliveries.some((delivery) => delivery.body.type === 'crawl.completed'),
      );
      await until('the end of the scrape', async () => (await bench.readJob(scrapeId)).state === 'completed');

      expect(receiver.deliveries.map((delivery) => delivery.body.type)).toEqual([
        'crawl.started',
        'crawl.page',
        'crawl.page',
        'crawl.page',
        'crawl.completed',
      ]);
      expect(await bench.readJob(jobId)).toMatchObject({ state: 'completed', completed: 3 });
      expect(await bench.registry.metrics()).toContain('orbweaver_pages_stored_total{state="done"} 4');
    } finally {
      stopping.begin();
      await application.close();
      await strategy.drain();
      await transport.close();
      await receiver.close();
      await bench.close();
    }
  });
});
