import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '@orbweaver/platform';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

@Injectable()
export class ResultsMetrics {
  readonly pagesStored: Counter<'state' | 'reason' | 'engine'>;
  readonly creditsUsed: Counter<'team'>;
  readonly writesRefused: Counter<'reason'>;
  readonly webhookAttempts: Counter<'result'>;
  readonly webhookEventsDead: Counter;
  readonly webhookEventsPending: Gauge;
  readonly webhookOldestPending: Gauge;
  readonly schedulesUnplannable: Gauge;
  readonly jobDuration: Histogram<'kind' | 'state'>;
  readonly storeBatch: Histogram;
  readonly modelWaiting: Gauge<'lane'>;
  readonly modelOldest: Gauge<'lane'>;
  readonly modelAtWork: Gauge;
  readonly modelPages: Histogram<'outcome'>;
  readonly modelTokens: Counter<'kind'>;
  readonly cacheEntries: Gauge;
  readonly cacheBytes: Gauge;
  readonly cacheWrites: Counter<'outcome'>;
  readonly cacheEvictions: Counter<'cause'>;
  readonly tableBytes: Gauge<'table'>;

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    this.pagesStored = new Counter({
      name: 'orbweaver_pages_stored_total',
      help: 'Pages with a final result (scrapes and pages of jobs, without retries), by state, failure reason (none for done) and engine (none for failed). For all renders see orbweaver_pages_total.',
      labelNames: ['state', 'reason', 'engine'],
      registers,
    });
    this.creditsUsed = new Counter({
      name: 'orbweaver_credits_used_total',
      help: 'Credits charged for stored pages. The team label is set only with METRICS_BY_TEAM.',
      labelNames: ['team'],
      registers,
    });
    this.writesRefused = new Counter({
      name: 'orbweaver_writes_refused_total',
      help: 'Page results rejected as late or unknown, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.webhookAttempts = new Counter({
      name: 'orbweaver_webhook_attempts_total',
      help: 'Webhook delivery attempts, by result: delivered, failed, denied (by the egress guard; retried) or undeliverable.',
      labelNames: ['result'],
      registers,
    });
    this.webhookEventsDead = new Counter({
      name: 'orbweaver_webhook_events_dead_total',
      help: 'Webhook events given up: undeliverable, or failed in the last attempt of the schedule.',
      registers,
    });
    this.webhookEventsPending = new Gauge({
      name: 'orbweaver_webhook_events_pending',
      help: 'Webhook events waiting for delivery. Cluster-wide: aggregate with max().',
      registers,
    });
    this.webhookOldestPending = new Gauge({
      name: 'orbweaver_webhook_oldest_pending_seconds',
      help: 'Age of the oldest webhook event waiting for delivery. Cluster-wide: aggregate with max().',
      registers,
    });
    this.schedulesUnplannable = new Gauge({
      name: 'orbweaver_schedules_unplannable',
      help: 'Schedules without a next run because planning failed, for example for an unsupported time zone. Cluster-wide: aggregate with max().',
      registers,
    });
    this.jobDuration = new Histogram({
      name: 'orbweaver_job_duration_seconds',
      help: 'Time from acceptance to the end of a job, by kind and state.',
      labelNames: ['kind', 'state'],
      buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200],
      registers,
    });
    this.storeBatch = new Histogram({
      name: 'orbweaver_store_batch_pages',
      help: 'Page results stored per transaction.',
      buckets: [1, 2, 5, 10, 20, 50],
      registers,
    });
    this.modelWaiting = new Gauge({
      name: 'orbweaver_model_pages_waiting',
      help: 'Pages waiting for the language model, including running ones, by lane. Cluster-wide: aggregate with max().',
      labelNames: ['lane'],
      registers,
    });
    this.modelOldest = new Gauge({
      name: 'orbweaver_model_oldest_wait_seconds',
      help: 'Longest current wait for the language model, by lane. Cluster-wide: aggregate with max().',
      labelNames: ['lane'],
      registers,
    });
    this.modelAtWork = new Gauge({
      name: 'orbweaver_model_pages_at_work',
      help: 'Pages that the language model is working on for this process.',
      registers,
    });
    this.modelPages = new Histogram({
      name: 'orbweaver_model_page_duration_seconds',
      help: 'Time of the language model per page, by outcome: made, or failed (completely or partly).',
      labelNames: ['outcome'],
      buckets: [0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320],
      registers,
    });
    this.modelTokens = new Counter({
      name: 'orbweaver_model_tokens_total',
      help: 'Tokens of the language model for pages, by kind: prompt or completion.',
      labelNames: ['kind'],
      registers,
    });
    this.cacheEntries = new Gauge({
      name: 'orbweaver_page_cache_entries',
      help: 'Pages in the page cache at the last measurement. Cluster-wide: aggregate with max().',
      registers,
    });
    this.cacheBytes = new Gauge({
      name: 'orbweaver_page_cache_bytes',
      help: 'Size of the page cache at the last measurement. Cluster-wide: aggregate with max().',
      registers,
    });
    this.cacheWrites = new Counter({
      name: 'orbweaver_page_cache_writes_total',
      help: 'Pages for the page cache, by outcome: written, failed, or dropped (too many waiting).',
      labelNames: ['outcome'],
      registers,
    });
    this.cacheEvictions = new Counter({
      name: 'orbweaver_page_cache_evictions_total',
      help: 'Pages evicted from the page cache, by cause: size or age.',
      labelNames: ['cause'],
      registers,
    });
    this.tableBytes = new Gauge({
      name: 'orbweaver_table_bytes',
      help: 'Size of a database table with indexes and all partitions at the last measurement. Cluster-wide: aggregate with max().',
      labelNames: ['table'],
      registers,
    });
    // A counter must exist before its first increment for rates to include it.
    this.pagesStored.inc({ state: 'done', reason: 'none', engine: 'http' }, 0);
    for (const reason of ['unknown-job', 'unknown-page', 'job-ended', 'stale-epoch', 'page-skipped']) {
      this.writesRefused.inc({ reason }, 0);
    }
    for (const result of ['delivered', 'failed', 'denied', 'undeliverable']) this.webhookAttempts.inc({ result }, 0);
    for (const outcome of ['made', 'failed']) this.modelPages.zero({ outcome });
    for (const kind of ['prompt', 'completion']) this.modelTokens.inc({ kind }, 0);
    for (const outcome of ['written', 'failed', 'dropped']) this.cacheWrites.inc({ outcome }, 0);
  }
}
