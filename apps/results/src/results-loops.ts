import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import type { ContentStore } from '@orbweaver/object-store';
import {
  countUnplannableSchedules,
  type Database,
  keepPartitions,
  measureEnrichments,
  measureOutbox,
  measureTables,
  repairOutboxes,
} from '@orbweaver/persistence';
import {
  CLOCK,
  CONFIG,
  CONTENTS,
  DATABASE,
  type EventLog,
  LOG,
  ServiceLoop,
  STOPPING,
  type Stopping,
  WakeSignal,
} from '@orbweaver/platform';
import { PageCacheWriter } from './cache/page-cache-writer';
import { trimPageCache } from './cache/trim-page-cache';
import { EnrichmentQueue } from './enrichment/enrichment-queue';
import type { ResultsConfig } from './results.config';
import { ResultsMetrics } from './results-metrics';
import { ResultsSignals } from './results-signals';
import { deleteExpired, deleteOldCredits, trimHistories } from './retention/delete-expired';
import { deleteUnusedObjects } from './retention/delete-unused-objects';
import { eraseDue } from './retention/erase-due';
import { deleteExpiredRuns, finishRuns, removeDeletedSchedules } from './schedules/finish-runs';
import { JobTransactions } from './store/job-transactions';
import { sweep } from './store/sweep';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher';

/** Maximum latency for due webhooks of another replica, and for retries. */
const OUTBOX_POLL_MS = 1000;
/** Maximum latency for documents that another process queued or released. */
const ENRICHMENT_POLL_MS = 5_000;
const CLAIM_INTERVAL_MS = 5_000;
/** Maximum latency for repairs of outboxes of an earlier release. */
const OUTBOX_REPAIR_MS = 300_000;
/** Maximum time from the end of a job of a schedule until its comparison. */
const SCHEDULE_RUNS_MS = 2_000;
const SCHEDULE_REMOVAL_MS = 10_000;
const GAUGE_INTERVAL_MS = 15_000;
const TABLE_INTERVAL_MS = 60_000;
/** Maximum time beyond the hold that a job with zeroDataRetention remains stored. */
const ERASURE_INTERVAL_MS = 2000;
const TRIM_INTERVAL_MS = 30_000;
/** A history may exceed its bound by the versions of a minute. */
const HISTORY_INTERVAL_MS = 60_000;
const MIB = 1024 * 1024;

@Injectable()
export class ResultsLoops implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: ServiceLoop[];

  constructor(
    @Inject(CONFIG) config: ResultsConfig,
    @Inject(DATABASE) database: Database,
    @Inject(CONTENTS) contents: ContentStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOG) log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    transactions: JobTransactions,
    metrics: ResultsMetrics,
    signals: ResultsSignals,
    private readonly dispatcher: WebhookDispatcher,
    private readonly cache: PageCacheWriter,
    private readonly enrichments: EnrichmentQueue,
  ) {
    const erasureBell = new WakeSignal();
    this.loops = [
      new ServiceLoop({
        name: 'webhooks',
        log,
        intervalMs: OUTBOX_POLL_MS,
        bell: signals.outbox,
        round: (signal) => dispatcher.dispatchDue(signal),
      }),
      new ServiceLoop({
        name: 'enrichment',
        log,
        intervalMs: ENRICHMENT_POLL_MS,
        bell: signals.enrichments,
        round: () => enrichments.begin(),
      }),
      new ServiceLoop({
        name: 'enrichment-claims',
        log,
        intervalMs: CLAIM_INTERVAL_MS,
        round: () => enrichments.renew(),
      }),
      new ServiceLoop({
        name: 'outbox-repair',
        log,
        intervalMs: OUTBOX_REPAIR_MS,
        round: async () => {
          const jobs = await repairOutboxes(database);
          if (jobs > 0) log.warn('outboxes-repaired', { jobs });
        },
      }),
      new ServiceLoop({
        name: 'sweep',
        log,
        intervalMs: config.RESULTS_SWEEP_INTERVAL,
        round: () => sweep({ database, transactions, log }, clock().getTime()),
      }),
      new ServiceLoop({
        name: 'schedule-runs',
        log,
        intervalMs: SCHEDULE_RUNS_MS,
        round: async (signal) => {
          const options = { now: clock(), retentionMs: config.SCHEDULE_RUN_RETENTION, signal };
          if (await finishRuns({ database, log }, options)) signals.outbox.set();
        },
      }),
      new ServiceLoop({
        name: 'schedule-removal',
        log,
        intervalMs: SCHEDULE_REMOVAL_MS,
        round: (signal) => removeDeletedSchedules(database, signal),
      }),
      new ServiceLoop({
        name: 'erasure',
        log,
        intervalMs: ERASURE_INTERVAL_MS,
        bell: erasureBell,
        round: async (signal) => {
          if (await eraseDue({ database, contents, log }, { nowMs: clock().getTime(), signal })) erasureBell.set();
        },
      }),
      new ServiceLoop({
        name: 'retention',
        log,
        intervalMs: config.RETENTION_INTERVAL,
        round: async (signal) => {
          const options = { nowMs: clock().getTime(), runningGraceMs: config.RETENTION_RUNNING_GRACE, signal };
          await deleteExpired({ database, contents, log }, options);
          const before = new Date(clock().getTime() - config.CREDIT_ENTRY_RETENTION);
          await deleteOldCredits(database, before, signal);
          const { SCHEDULE_RUN_RETENTION: retentionMs } = config;
          await deleteExpiredRuns(database, { now: clock(), retentionMs, signal });
        },
      }),
      new ServiceLoop({
        name: 'partitions',
        log,
        intervalMs: config.RETENTION_INTERVAL,
        round: async () => {
          // A failure may persist for a day, and no other work depends on it.
          try {
            const { added, dropped } = await keepPartitions(database, clock());
            if (added.length + dropped.length > 0) log.info('partitions-changed', { added, dropped });
          } catch (error) {
            log.warn('partitions-not-kept', {}, error);
          }
        },
      }),
      new ServiceLoop({
        name: 'objects',
        log,
        intervalMs: config.RETENTION_INTERVAL,
        round: (signal) => deleteUnusedObjects({ database, contents, log }, clock(), signal),
      }),
      new ServiceLoop({
        name: 'page-cache',
        log,
        intervalMs: TRIM_INTERVAL_MS,
        bell: signals.pageCache,
        round: (signal) => {
          const { PAGE_CACHE_MAX_MIB: maxMib, PAGE_CACHE_MAX_AGE: maxAgeMs } = config;
          return trimPageCache(
            { database, metrics },
            { maxBytes: maxMib * MIB, maxAgeMs, nowMs: clock().getTime() },
            signal,
          );
        },
      }),
      new ServiceLoop({
        name: 'history',
        log,
        intervalMs: HISTORY_INTERVAL_MS,
        round: (signal) => trimHistories(database, config.CHANGE_HISTORY_MAX_MIB * MIB, signal),
      }),
      new ServiceLoop({
        name: 'gauges',
        log,
        intervalMs: GAUGE_INTERVAL_MS,
        round: async () => {
          const outbox = await measureOutbox(database);
          metrics.webhookEventsPending.set(outbox.events);
          metrics.webhookOldestPending.set(outbox.oldestSeconds);
          metrics.schedulesUnplannable.set(await countUnplannableSchedules(database));
          for (const { isUrgent, pages, oldestSeconds } of await measureEnrichments(database)) {
            const lane = isUrgent ? 'interactive' : 'bulk';
            metrics.modelWaiting.set({ lane }, pages);
            metrics.modelOldest.set({ lane }, oldestSeconds);
          }
        },
      }),
      new ServiceLoop({
        name: 'table-sizes',
        log,
        intervalMs: TABLE_INTERVAL_MS,
        round: async () => {
          for (const [table, bytes] of await measureTables(database)) metrics.tableBytes.set({ table }, bytes);
        },
      }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start(this.stopping.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await this.dispatcher.drain();
    await this.enrichments.drain();
    await this.cache.drain();
  }
}
