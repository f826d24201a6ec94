import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '@orbweaver/platform';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The metrics of results. Labels are closed lists, never ids or hosts. */
@Injectable()
export class ResultsMetrics {
  readonly pagesStored: Counter<'state' | 'reason' | 'engine'>;
  readonly creditsUsed: Counter<'team'>;
  readonly writesRefused: Counter<'reason'>;
  readonly webhookAttempts: Counter<'result'>;
  readonly webhookEventsDead: Counter;
  readonly webhookEventsPending: Gauge;
  readonly webhookOldestPending: Gauge;
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
      help: 'Pages with a final word, scrapes and pages of jobs, each once however often it was tried, by state (done, failed), reason of the failure (none for done) and engine that brought it (http, browser; none for failed). Every attempt: orbweaver_pages_total',
      labelNames: ['state', 'reason', 'engine'],
      registers,
    });
    this.creditsUsed = new Counter({
      name: 'orbweaver_credits_used_total',
      help: 'Credits that stored pages cost; by team only where METRICS_BY_TEAM is set',
      labelNames: ['team'],
      registers,
    });
    this.writesRefused = new Counter({
      name: 'orbweaver_writes_refused_total',
      help: 'Page results that came too late to count, or from nowhere, by reason',
      labelNames: ['reason'],
      registers,
    });
    this.webhookAttempts = new Counter({
      name: 'orbweaver_webhook_attempts_total',
      help: 'Attempts to deliver webhook events, by result: delivered, failed, denied (by the egress guard; tried again) or undeliverable',
      labelNames: ['result'],
      registers,
    });
    this.webhookEventsDead = new Counter({
      name: 'orbweaver_webhook_events_dead_total',
      help: 'Webhook events given up: undeliverable ones, and the last attempt of the schedule',
      registers,
    });
    this.webhookEventsPending = new Gauge({
      name: 'orbweaver_webhook_events_pending',
      help: 'Webhook events neither delivered nor given up',
      registers,
    });
    this.webhookOldestPending = new Gauge({
      name: 'orbweaver_webhook_oldest_pending_seconds',
      help: 'How long ago the oldest of them happened',
      registers,
    });
    this.jobDuration = new Histogram({
      name: 'orbweaver_job_duration_seconds',
      help: 'From acceptance to the end of a job, by kind and state',
      labelNames: ['kind', 'state'],
      buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200],
      registers,
    });
    this.storeBatch = new Histogram({
      name: 'orbweaver_store_batch_pages',
      help: 'Page results stored in one transaction',
      buckets: [1, 2, 5, 10, 20, 50],
      registers,
    });
    this.modelWaiting = new Gauge({
      name: 'orbweaver_model_pages_waiting',
      help: 'Pages that the language model has not given back yet, by lane, over all results',
      labelNames: ['lane'],
      registers,
    });
    this.modelOldest = new Gauge({
      name: 'orbweaver_model_oldest_wait_seconds',
      help: 'How long the oldest of them has waited, by lane',
      labelNames: ['lane'],
      registers,
    });
    this.modelAtWork = new Gauge({
      name: 'orbweaver_model_pages_at_work',
      help: 'Pages that this process asks the language model about',
      registers,
    });
    this.modelPages = new Histogram({
      name: 'orbweaver_model_page_duration_seconds',
      help: 'What the language model took for a page, by outcome: made, or failed in whole or in part',
      labelNames: ['outcome'],
      buckets: [0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320],
      registers,
    });
    this.modelTokens = new Counter({
      name: 'orbweaver_model_tokens_total',
      help: 'Tokens that the language model read and wrote for pages, by kind: prompt or completion',
      labelNames: ['kind'],
      registers,
    });
    this.cacheEntries = new Gauge({
      name: 'orbweaver_page_cache_entries',
      help: 'Pages in the page cache, as last measured',
      registers,
    });
    this.cacheBytes = new Gauge({
      name: 'orbweaver_page_cache_bytes',
      help: 'What they take up, as last measured',
      registers,
    });
    this.cacheWrites = new Counter({
      name: 'orbweaver_page_cache_writes_total',
      help: 'Pages for the page cache, by outcome: written, failed, or dropped as too many were waiting',
      labelNames: ['outcome'],
      registers,
    });
    this.cacheEvictions = new Counter({
      name: 'orbweaver_page_cache_evictions_total',
      help: 'Pages deleted from the page cache, by cause: size or age',
      labelNames: ['cause'],
      registers,
    });
    this.tableBytes = new Gauge({
      name: 'orbweaver_table_bytes',
      help: 'What a table of the database takes up with its indexes, over all days, as last measured',
      labelNames: ['table'],
      registers,
    });
    // What counts from its first time on is seen to grow from nothing.
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
