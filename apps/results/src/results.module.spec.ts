import 'reflect-metadata';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createMemoryTransport } from '@orbweaver/messaging';
import { ContentCipher, RowContents } from '@orbweaver/object-store';
import {
  CIPHER,
  CLOCK,
  CONFIG,
  CONTENTS,
  DATABASE,
  HEALTH,
  HealthChecks,
  LOG,
  METRICS,
  noTracing,
  PUBLISHER,
  RANDOM,
  STOPPING,
  Stopping,
  TRACING,
} from '@orbweaver/platform';
import { startWebhookReceiver, until } from '@orbweaver/testing';
import { leaseTestPages, settleFrontierRow } from '../test/frontier-rows';
import { quietLog, type ResultsHarness, startResultsHarness } from '../test/results-harness';
import { testDocument } from '../test/test-document';
import { results } from './index';

@Global()
@Module({})
class PlatformStandIn {}

function platformFor(harness: ResultsHarness, provided: Map<symbol, unknown>, config: unknown): DynamicModule {
  const values = new Map<symbol, unknown>([
    [CLOCK, () => new Date()],
    [CONFIG, config],
    [CIPHER, new ContentCipher()],
    [CONTENTS, new RowContents()],
    [DATABASE, harness.database],
    [LOG, quietLog],
    [METRICS, harness.registry],
    [RANDOM, Math.random],
    [HEALTH, new HealthChecks()],
    ...provided,
  ]);
  const providers = [...values].map(([provide, useValue]) => ({ provide, useValue }));
  return { module: PlatformStandIn, imports: [results.module(config as never)], providers, exports: providers };
}

describe('results service', () => {
  it('handles a job from its start to its last webhook, over the in-process transport', async () => {
    const harness = await startResultsHarness();
    const receiver = await startWebhookReceiver();
    const transport = createMemoryTransport();
    const stopping = new Stopping();
    const config = results.config.parse({ EGRESS_ALLOW: '127.0.0.0/8' });
    const provided = new Map<symbol, unknown>([
      [PUBLISHER, transport.publisher],
      [STOPPING, stopping],
      [TRACING, noTracing],
    ]);
    harness.registry.clear();
    const strategy = transport.consumer({ service: 'results', audience: 'shared' });
    const module = platformFor(harness, provided, config);
    const application = await NestFactory.createMicroservice(module, { logger: false, strategy });
    await application.listen();
    try {
      const jobId = await harness.insertJob({ webhook: { url: receiver.url } });
      const scrapeId = await harness.insertJob({ kind: 'scrape' });
      const { publisher } = transport;
      await settleFrontierRow(harness.database, jobId, { pages: 3 });
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
        await leaseTestPages(harness.database, [document]);
        await publisher.publish('documentsBulk', `${page}`, document);
      }
      await publisher.publish('documentsInteractive', scrapeId, testDocument(scrapeId, { pageId: scrapeId }));
      await until('the last webhook', () =>
        receiver.deliveries.some((delivery) => delivery.body.type === 'crawl.completed'),
      );
      await until('the end of the scrape', async () => (await harness.readJob(scrapeId)).state === 'completed');

      expect(receiver.deliveries.map((delivery) => delivery.body.type)).toEqual([
        'crawl.started',
        'crawl.page',
        'crawl.page',
        'crawl.page',
        'crawl.completed',
      ]);
      expect(await harness.readJob(jobId)).toMatchObject({ state: 'completed', completed: 3 });
      expect(await harness.registry.metrics()).toContain(
        'orbweaver_pages_stored_total{state="done",reason="none",engine="http"} 4',
      );
    } finally {
      stopping.begin();
      await application.close();
      await strategy.drain();
      await transport.close();
      await receiver.close();
      await harness.close();
    }
  });
});
