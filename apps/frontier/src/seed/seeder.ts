import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Clock, retryLimits } from '@orbweaver/core';
import { claimSeeding, type Database, extendSeeding, finishSeeding, type SeedingJob } from '@orbweaver/persistence';
import {
  CLOCK,
  CONFIG,
  DATABASE,
  type EventLog,
  LOG,
  ServiceLoop,
  STOPPING,
  type Stopping,
  TRACING,
  type Tracing,
} from '@orbweaver/platform';
import type { FrontierConfig } from '../frontier.config';
import { CompiledJobs } from '../jobs/compiled-jobs';
import { FrontierTransactions } from '../jobs/frontier-transactions';
import { WakeSignals } from '../jobs/wake-signals';
import { holdSeeding, SEEDING_LEASE_MS } from './hold-seeding';
import { RevisitPages } from './revisit-pages';
import { SeedBatch } from './seed-batch';
import { SeedCrawl } from './seed-crawl';

/** Maximum latency for jobs of another frontier, or of a dead seeder. */
const TICK_MS = 2000;

/** Reads the seeds of jobs, a bounded number of jobs at once. A lease allows another seeder to take over. */
@Injectable()
export class Seeder implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: ServiceLoop;
  private readonly running = new Set<Promise<void>>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: FrontierConfig,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly crawls: SeedCrawl,
    private readonly batches: SeedBatch,
    private readonly revisit: RevisitPages,
    private readonly transactions: FrontierTransactions,
    private readonly compiledJobs: CompiledJobs,
    signals: WakeSignals,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {
    const bell = signals.seeds;
    this.loop = new ServiceLoop({ name: 'seed', intervalMs: TICK_MS, bell, log, round: () => this.claim() });
  }

  onApplicationBootstrap(): void {
    this.loop.start(this.stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.running);
  }

  private async claim(): Promise<void> {
    const limit = this.config.FRONTIER_SEEDING_CONCURRENCY - this.running.size;
    if (limit <= 0) return;
    const now = this.clock();
    const leaseUntil = new Date(now.getTime() + SEEDING_LEASE_MS);
    for (const job of await claimSeeding(this.database, { limit, now, leaseUntil })) {
      const seeding = this.seed(job);
      this.running.add(seeding);
      void seeding.finally(() => {
        this.running.delete(seeding);
        this.loop.wake();
      });
    }
  }

  seed(job: SeedingJob): Promise<void> {
    return this.compiledJobs.within(job.jobId, () => this.tracing.span('seed', {}, () => this.seedJob(job)));
  }

  private async seedJob(job: SeedingJob): Promise<void> {
    const { database, clock, log } = this;
    const held = holdSeeding({ database, clock, log }, job.jobId);
    const retryMs = await this.readAll(job, held.signal).catch((error) => {
      this.log.error('seeding-failed', { jobId: job.jobId }, error);
      return retryLimits.seedingMs;
    });
    await held.release();
    if (retryMs !== undefined) await this.giveUp(job.jobId, retryMs);
  }

  /** @returns the delay before another seeder continues; undefined when all seeds are admitted */
  private async readAll(
    { jobId, kind, recalls: isRevisit = false }: SeedingJob,
    ended: AbortSignal,
  ): Promise<number | undefined> {
    const signal = AbortSignal.any([this.stopping.signal, ended]);
    for (let next: 'batch' | 'crawl' | 'revisit' | undefined = isRevisit ? 'revisit' : kind; next !== undefined; ) {
      const comeAgainAt = await this.read(next, jobId, signal);
      // Another job uses the slot in the meantime.
      if (comeAgainAt instanceof Date) return comeAgainAt.getTime() - this.clock().getTime();
      // The next seeder continues after the admitted URLs.
      if (this.stopping.signal.aborted) return 0;
      next = await this.finish(next, jobId);
      // The job has new seeds, which another seeder reads.
      if (next !== undefined && ended.aborted) return 0;
    }
    return undefined;
  }

  private async read(
    seeds: 'batch' | 'crawl' | 'revisit',
    jobId: string,
    signal: AbortSignal,
  ): Promise<Date | undefined> {
    if (seeds === 'crawl') return this.crawls.seed(jobId, signal);
    if (seeds === 'batch') await this.batches.seed(jobId, signal);
    else await this.revisit.seed(jobId, signal);
    return undefined;
  }

  private async finish<S extends 'batch' | 'crawl' | 'revisit'>(
    read: S,
    jobId: string,
  ): Promise<S | 'revisit' | undefined> {
    let next: S | 'revisit' | undefined;
    await this.transactions.run(jobId, async (transaction, job) => {
      if (job.state === 'settled' || job.cancelled) return {};
      // Another seeder took over the lease and has finished.
      if (job.recall === 'open' && read !== 'revisit') next = 'revisit';
      else if (!(await finishSeeding(transaction, jobId))) next = read;
      return { goesOn: next !== undefined };
    });
    return next;
  }

  private async giveUp(jobId: string, retryMs: number): Promise<void> {
    try {
      await extendSeeding(this.database, jobId, new Date(this.clock().getTime() + retryMs));
    } catch (error) {
      // The lease expires anyway.
      this.log.warn('seeding-lease-kept', { jobId }, error);
    }
  }
}
