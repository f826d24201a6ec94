import { Inject, Injectable } from '@nestjs/common';
import type { SkipReason } from '@orbweaver/core';
import type { AdmissionCounts, OpenScrapes, RunningWork } from '@orbweaver/persistence';
import { METRICS } from '@orbweaver/platform';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const REPAIRS = [
  'lease-expired',
  'start-lost',
  'append-lost',
  'cancel-lost',
  'cancel-cut-off',
  'document-late',
  'result-late',
  'settlement-told-again',
  'failure-told-again',
  'document-lost',
] as const;
export type Repair = (typeof REPAIRS)[number];

@Injectable()
export class FrontierMetrics {
  private readonly decisions: Counter<'decision'>;
  private readonly outcomes: Counter<'outcome'>;
  private readonly stale: Counter;
  private readonly expiries: Counter;
  private readonly settlements: Counter<'reason'>;
  private readonly repairs: Counter<'repair'>;
  private readonly lookUps: Counter<'outcome'>;
  private readonly jobs: Gauge<'kind'>;
  private readonly waiting: Gauge<'lane'>;
  private readonly leased: Gauge<'lane'>;
  private readonly oldestWait: Gauge<'lane'>;
  private readonly deferredHosts: Gauge;
  private readonly wait: Histogram;

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    this.decisions = new Counter({
      name: 'orbweaver_frontier_decisions_total',
      help: 'New URLs by decision: queued, or the reason for skipping them.',
      labelNames: ['decision'],
      registers,
    });
    this.outcomes = new Counter({
      name: 'orbweaver_frontier_outcomes_total',
      help: 'Renders of pages of jobs, by outcome: done, redirected, deferred, returned (not requested), or the failure reason.',
      labelNames: ['outcome'],
      registers,
    });
    this.stale = new Counter({
      name: 'orbweaver_frontier_stale_outcomes_total',
      help: 'Outcomes rejected because their epoch is outdated.',
      registers,
    });
    this.expiries = new Counter({
      name: 'orbweaver_frontier_lease_expiries_total',
      help: 'Leases that expired without an outcome.',
      registers,
    });
    this.settlements = new Counter({
      name: 'orbweaver_frontier_settlements_total',
      help: 'Settled jobs, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.repairs = new Counter({
      name: 'orbweaver_frontier_repairs_total',
      help: 'Repairs by the sweep after lost or late messages, by kind.',
      labelNames: ['repair'],
      registers,
    });
    this.lookUps = new Counter({
      name: 'orbweaver_frontier_cache_lookups_total',
      help: 'Page cache lookups for pages of jobs, by outcome: hit, miss or failed.',
      labelNames: ['outcome'],
      registers,
    });
    this.jobs = new Gauge({
      name: 'orbweaver_frontier_running_jobs',
      help: 'Jobs with unfinished pages, by kind. Cluster-wide: aggregate with max().',
      labelNames: ['kind'],
      registers,
    });
    this.waiting = new Gauge({
      name: 'orbweaver_pages_waiting',
      help: "Pages waiting for a lease, by lane (bulk: pages of jobs; interactive: scrapes over their team's concurrency). Cluster-wide: aggregate with max().",
      labelNames: ['lane'],
      registers,
    });
    this.leased = new Gauge({
      name: 'orbweaver_pages_leased',
      help: 'Pages leased to renderers, by lane. Cluster-wide: aggregate with max().',
      labelNames: ['lane'],
      registers,
    });
    this.oldestWait = new Gauge({
      name: 'orbweaver_oldest_wait_seconds',
      help: 'Longest current wait by lane: seconds since a runnable job last received a lease (bulk) or since the oldest open scrape arrived (interactive). Cluster-wide: aggregate with max().',
      labelNames: ['lane'],
      registers,
    });
    this.deferredHosts = new Gauge({
      name: 'orbweaver_frontier_deferred_hosts',
      help: 'Hosts in back-off after 429 or 503. Cluster-wide: aggregate with max().',
      registers,
    });
    this.wait = new Histogram({
      name: 'orbweaver_frontier_queue_wait_seconds',
      help: 'Time from when a page became due until it was leased.',
      buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800],
      registers,
    });
    // A counter must exist before its first increment for rates to include it.
    for (const repair of REPAIRS) this.repairs.inc({ repair }, 0);
  }

  admitted(counts: AdmissionCounts): void {
    if (counts.queued > 0) this.decisions.inc({ decision: 'queued' }, counts.queued);
    for (const [reason, urls] of Object.entries(counts.skipped)) this.decisions.inc({ decision: reason }, urls);
  }

  skipped(reason: SkipReason): void {
    this.decisions.inc({ decision: reason });
  }

  outcome(outcome: string): void {
    this.outcomes.inc({ outcome });
  }

  staleOutcome(): void {
    this.stale.inc();
  }

  leaseExpired(): void {
    this.expiries.inc();
  }

  settled(reason: string): void {
    this.settlements.inc({ reason });
  }

  repaired(repair: Repair, times = 1): void {
    if (times > 0) this.repairs.inc({ repair }, times);
  }

  setRunning({ batches, crawls, queued, leased, longestWaitSeconds }: RunningWork): void {
    this.jobs.set({ kind: 'batch' }, batches);
    this.jobs.set({ kind: 'crawl' }, crawls);
    this.waiting.set({ lane: 'bulk' }, queued);
    this.leased.set({ lane: 'bulk' }, leased);
    this.oldestWait.set({ lane: 'bulk' }, longestWaitSeconds);
  }

  setOpenScrapes({ waiting, started, oldestSeconds }: OpenScrapes): void {
    this.waiting.set({ lane: 'interactive' }, waiting);
    this.leased.set({ lane: 'interactive' }, started);
    this.oldestWait.set({ lane: 'interactive' }, oldestSeconds);
  }

  setDeferredHosts(hosts: number): void {
    this.deferredHosts.set(hosts);
  }

  lookedUp(outcome: 'hit' | 'miss' | 'failed'): void {
    this.lookUps.inc({ outcome });
  }

  waited(ms: number): void {
    this.wait.observe(ms / 1000);
  }
}
