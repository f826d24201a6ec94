import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { PageDocument } from '@orbweaver/contracts';
import { createEgressGuard, createHttpClient, type HttpClient } from '@orbweaver/egress';
import type { Publisher } from '@orbweaver/messaging';
import { type Database, isStoreUnavailable } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG, METRICS, PUBLISHER, WakeSignal } from '@orbweaver/platform';
import type { Registry } from 'prom-client';
import { PageCacheWriter } from './cache/page-cache-writer';
import { JobWriter } from './jobs/job-writer';
import type { ResultsConfig } from './results.config';
import { ResultsConsumer } from './results.consumer';
import { BULK_STORE, EVICTION_SIGNAL, INTERACTIVE_STORE, OUTBOX_SIGNAL, WEBHOOK_CLIENT } from './results.tokens';
import { ResultsLoops } from './results-loops';
import { ResultsMetrics } from './results-metrics';
import { Batcher } from './store/batcher';
import { storeDocuments } from './store/store-documents';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher';

const MIB = 1024 * 1024;
const USER_AGENT = 'Orbweaver-Webhooks/1';

@Module({})
class ResultsModule {}

export function createResultsModule(config: ResultsConfig): DynamicModule {
  return { module: ResultsModule, controllers: [ResultsConsumer], providers: [...providers(config), ResultsLoops] };
}

function providers(config: ResultsConfig): Provider[] {
  return [
    { provide: ResultsMetrics, useFactory: (registry: Registry) => new ResultsMetrics(registry), inject: [METRICS] },
    { provide: OUTBOX_SIGNAL, useFactory: () => new WakeSignal() },
    {
      provide: JobWriter,
      useFactory: (
        database: Database,
        publisher: Publisher,
        metrics: ResultsMetrics,
        bell: WakeSignal,
        log: EventLog,
        cache: PageCacheWriter,
      ) => new JobWriter(database, publisher, metrics, bell, log, Date.now, config.ZERO_RETENTION_HOLD, cache),
      inject: [DATABASE, PUBLISHER, ResultsMetrics, OUTBOX_SIGNAL, LOG, PageCacheWriter],
    },
    { provide: EVICTION_SIGNAL, useFactory: () => new WakeSignal() },
    {
      provide: PageCacheWriter,
      useFactory: (database: Database, metrics: ResultsMetrics, log: EventLog, evictionBell: WakeSignal) =>
        new PageCacheWriter(
          { database, metrics, log, evictionBell },
          config.PAGE_CACHE_MAX_MIB * MIB,
          config.PAGE_CACHE_PER_TEAM,
        ),
      inject: [DATABASE, ResultsMetrics, LOG, EVICTION_SIGNAL],
    },
    { provide: INTERACTIVE_STORE, useFactory: createBatcher, inject: [JobWriter, ResultsMetrics] },
    { provide: BULK_STORE, useFactory: createBatcher, inject: [JobWriter, ResultsMetrics] },
    {
      provide: WEBHOOK_CLIENT,
      useFactory: () =>
        createHttpClient({
          guard: createEgressGuard({ allow: config.EGRESS_ALLOW, deny: config.EGRESS_DENY }),
          userAgent: USER_AGENT,
        }),
    },
    {
      provide: WebhookDispatcher,
      useFactory: (database: Database, client: HttpClient, metrics: ResultsMetrics, log: EventLog, bell: WakeSignal) =>
        new WebhookDispatcher(
          { database, client, metrics, log, bell, now: Date.now, random: Math.random },
          {
            secret: config.WEBHOOK_SECRET,
            retryScheduleMs: config.WEBHOOK_RETRY_SCHEDULE,
            timeoutMs: config.WEBHOOK_TIMEOUT,
            concurrency: config.WEBHOOK_CONCURRENCY,
            concurrencyPerHost: config.WEBHOOK_HOST_CONCURRENCY,
            maxDocumentBytes: config.WEBHOOK_MAX_DOCUMENT_MIB * MIB,
          },
        ),
      inject: [DATABASE, WEBHOOK_CLIENT, ResultsMetrics, LOG, OUTBOX_SIGNAL],
    },
  ];
}

function createBatcher(writer: JobWriter, metrics: ResultsMetrics): Batcher<PageDocument> {
  return new Batcher<PageDocument>({
    run: (messages) => storeDocuments(writer, metrics, messages),
    isHopeless: isStoreUnavailable,
    maxItems: 50,
    maxWeight: 16 * MIB,
    weigh: (message) => message.content?.byteLength ?? 0,
    concurrency: 2,
    roomWeight: 64 * MIB,
  });
}
