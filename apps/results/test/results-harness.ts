import type { PageDocument } from '@orbweaver/contracts';
import type { Clock } from '@orbweaver/core';
import { ContentCipher, type ContentStore, EncryptedContents, RowContents } from '@orbweaver/object-store';
import type { Database } from '@orbweaver/persistence';
import { EventLog } from '@orbweaver/platform';
import { RecordingPublisher, startTestDatabase } from '@orbweaver/testing';
import pino from 'pino';
import { Registry } from 'prom-client';
import { PageCacheWriter } from '../src/cache/page-cache-writer';
import { type ResultsConfig, resultsConfig } from '../src/results.config';
import { ResultsMetrics } from '../src/results-metrics';
import { ResultsSignals } from '../src/results-signals';
import { CreditsByTeam } from '../src/store/credits-by-team';
import { DocumentStore } from '../src/store/document-store';
import { GatewayNotifier } from '../src/store/gateway-notifier';
import { JobLifecycle } from '../src/store/job-lifecycle';
import { JobTransactions } from '../src/store/job-transactions';
import { PlacedContents } from '../src/store/placed-contents';
import { leaseTestPages, type SettlementOptions, settleFrontierRow } from './frontier-rows';
import { insertJob, type JobOptions } from './insert-job';

export const quietLog = new EventLog(pino({ level: 'silent' }));

interface Surroundings {
  database: Database;
  publisher: RecordingPublisher;
  metrics: ResultsMetrics;
  signals: ResultsSignals;
  clock: Clock;
  contents?: ContentStore;
  cipher?: ContentCipher;
}

/** The storing parts, wired as in the module. Without `changes` the page cache is disabled. */
export function assembleStore(
  {
    database,
    publisher,
    metrics,
    signals,
    clock,
    cipher = new ContentCipher(),
    contents = new EncryptedContents(new RowContents(), cipher),
  }: Surroundings,
  changes: Partial<ResultsConfig> = {},
) {
  const config = { ...resultsConfig.parse({ PAGE_CACHE_MAX_MIB: 0 }), ...changes };
  const notifier = new GatewayNotifier(publisher);
  const cache = new PageCacheWriter(database, config, quietLog, metrics, signals, cipher);
  const credits = new CreditsByTeam(config, database, metrics);
  const transactions = new JobTransactions(
    database,
    clock,
    config,
    quietLog,
    notifier,
    cache,
    metrics,
    signals,
    credits,
    cipher,
  );
  const lifecycle = new JobLifecycle(clock, transactions, notifier);
  const documents = new DocumentStore(
    database,
    clock,
    config,
    quietLog,
    contents,
    cipher,
    new PlacedContents(database, contents),
    transactions,
    notifier,
    metrics,
  );
  return { cache, transactions, lifecycle, documents };
}

export async function startResultsHarness({
  cipher = new ContentCipher(),
  contents = new EncryptedContents(new RowContents(), cipher),
}: Pick<Surroundings, 'cipher' | 'contents'> = {}) {
  const { database, close } = await startTestDatabase();
  const published = new RecordingPublisher();
  const registry = new Registry();
  const metrics = new ResultsMetrics(registry);
  const signals = new ResultsSignals();
  const time = { nowMs: Date.now() };
  const clock: Clock = () => new Date(time.nowMs);
  const { transactions, lifecycle, documents } = assembleStore({
    database,
    publisher: published,
    metrics,
    signals,
    clock,
    cipher,
    contents,
  });
  return {
    database,
    cipher,
    contents,
    published,
    metrics,
    registry,
    signals,
    transactions,
    lifecycle,
    time,
    clock,
    store: async (...messages: PageDocument[]) => {
      await leaseTestPages(database, messages);
      await documents.store(messages);
    },
    settle: async (jobId: string, settlement: SettlementOptions) => {
      await settleFrontierRow(database, jobId, settlement);
      await lifecycle.settle(jobId);
    },
    insertJob: (options: JobOptions = {}) => insertJob(database, options),
    readJob: (jobId: string) => database.job.findUniqueOrThrow({ where: { id: jobId } }),
    close,
  };
}

export type ResultsHarness = Awaited<ReturnType<typeof startResultsHarness>>;
