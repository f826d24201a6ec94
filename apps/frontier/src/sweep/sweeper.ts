import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import {
  BEFORE_ALL_JOBS,
  countDeferredHosts,
  countRunning,
  type Database,
  deleteIdleHosts,
  deleteOrphanedFrontier,
  findExpiredLeases,
  findLostCancels,
  findOrphanedFrontiers,
  findUnendedJobs,
  findUnsettledCancels,
  findUnstartedJobs,
  findUntakenUrlLists,
  HeldDays,
  hasOpenJobs,
  measureOpenScrapes,
  type RunningWork,
} from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG, ServiceLoop, STOPPING, type Stopping } from '@orbweaver/platform';
import { FrontierMetrics, type Repair } from '../frontier-metrics';
import { CompiledJobs } from '../jobs/compiled-jobs';
import { CANCELLED_LEASE_GRACE_MS, JobCanceller } from '../jobs/job-canceller';
import { JobStarter } from '../jobs/job-starter';
import { OutcomeRecorder } from '../outcomes/outcome-recorder';
import { LostResultRepair } from './lost-result-repair';

const TICK_MS = 1_000;
const IDLE_TICK_MS = 3_000;
const NOTHING_RUNS: RunningWork = { batches: 0, crawls: 0, queued: 0, leased: 0, longestWaitSeconds: 0 };
/** Repairs of one kind per round. Rounds follow each other within a second. */
const MAX_REPAIRS = 200;
/** Age of a lost or unhandled command. */
const COMMAND_LATE_MS = 5_000;
/** Age of possibly lost results; repeating them is cheap. */
const RESULT_LATE_MS = 10_000;
/** Age of lost documents; rendering them again is expensive. */
const DOCUMENT_LATE_MS = 30_000;
const UNENDED_EVERY_MS = 10_000;
const RETENTION_EVERY_MS = 60_000;
const MAX_RETENTION_STEPS = 50;
/** Searches for deleted jobs per round; one reads a thousand jobs. */
const MAX_ORPHAN_SEARCHES = 20;

/** Repairs the effects of lost messages from Postgres. Every frontier sweeps; locks and fences make repairs idempotent. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: ServiceLoop;
  private isIdle = false;
  private unendedAtMs = 0;
  private retentionAtMs = 0;
  private orphansAfter = BEFORE_ALL_JOBS;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly starter: JobStarter,
    private readonly canceller: JobCanceller,
    private readonly outcomes: OutcomeRecorder,
    private readonly lostResults: LostResultRepair,
    private readonly metrics: FrontierMetrics,
    private readonly compiledJobs: CompiledJobs,
  ) {
    this.loop = new ServiceLoop({
      name: 'sweep',
      intervalMs: () => (this.isIdle ? IDLE_TICK_MS : TICK_MS),
      log,
      round: () => this.sweep(),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start(this.stopping.signal);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  async sweep(): Promise<void> {
    const now = this.clock().getTime();
    this.isIdle = !(await hasOpenJobs(this.database));
    if (!this.isIdle) {
      await this.expireLeases();
      await this.repairCommands(now);
      this.metrics.setRunning(await countRunning(this.database));
    } else this.metrics.setRunning(NOTHING_RUNS);
    if (now - this.unendedAtMs >= UNENDED_EVERY_MS) {
      this.unendedAtMs = now;
      await this.repairResults(now);
      this.metrics.setDeferredHosts(await countDeferredHosts(this.database));
      this.metrics.setOpenScrapes(await measureOpenScrapes(this.database));
    }
    if (now - this.retentionAtMs >= RETENTION_EVERY_MS) {
      this.retentionAtMs = now;
      await this.forget(now);
    }
  }

  private async expireLeases(): Promise<void> {
    const expired = await findExpiredLeases(this.database, { now: this.clock(), limit: MAX_REPAIRS });
    await this.each('lease-expired', expired, async (lease) => {
      if (!(await this.outcomes.recordExpiry(lease))) return;
      this.metrics.leaseExpired();
      this.log.info('lease-expired', { ...lease });
    });
  }

  private async repairCommands(now: number): Promise<void> {
    const createdBefore = new Date(now - COMMAND_LATE_MS);
    const limit = MAX_REPAIRS;
    await this.each('start-lost', await findUnstartedJobs(this.database, { createdBefore, limit }), (jobId) =>
      this.starter.start(jobId),
    );
    await this.each('append-lost', await findUntakenUrlLists(this.database, { createdBefore, limit }), (jobId) =>
      this.starter.takeUrlLists(jobId),
    );
    await this.each('cancel-lost', await findLostCancels(this.database, limit), (jobId) =>
      this.canceller.cancel(jobId),
    );
    const cancelledBefore = new Date(now - CANCELLED_LEASE_GRACE_MS);
    await this.each('cancel-cut-off', await findUnsettledCancels(this.database, { cancelledBefore, limit }), (jobId) =>
      this.canceller.cutOff(jobId),
    );
  }

  private async repairResults(now: number): Promise<void> {
    const limit = MAX_REPAIRS;
    const documentsLate = await findUnendedJobs(this.database, {
      settledBefore: new Date(now - DOCUMENT_LATE_MS),
      limit,
    });
    await this.each('document-late', documentsLate, (jobId) => this.lostResults.renderLostDocuments(jobId));
    const resultsLate = await findUnendedJobs(this.database, { settledBefore: new Date(now - RESULT_LATE_MS), limit });
    await this.each('result-late', resultsLate, (jobId) => this.lostResults.resend(jobId));
  }

  private async forget(now: number): Promise<void> {
    await this.forgetOrphans();
    await deleteIdleHosts(this.database, new Date(now - RETENTION_EVERY_MS));
  }

  private async forgetOrphans(): Promise<void> {
    let steps = 0;
    const heldDays = new HeldDays(this.database, this.clock());
    for (let search = 0; search < MAX_ORPHAN_SEARCHES; search += 1) {
      const { jobIds, after } = await findOrphanedFrontiers(this.database, this.orphansAfter);
      for (const jobId of jobIds) {
        const heldDay = await heldDays.of(jobId);
        let isLeft: boolean;
        do {
          if (steps >= MAX_RETENTION_STEPS || this.stopping.signal.aborted) return;
          steps += 1;
          isLeft = await deleteOrphanedFrontier(this.database, jobId, heldDay);
        } while (isLeft);
      }
      this.orphansAfter = after;
      if (after === BEFORE_ALL_JOBS) return;
    }
  }

  /** A failed repair does not prevent the others. */
  private async each<T>(repair: Repair, things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
    for (const thing of things) {
      if (this.stopping.signal.aborted) return;
      try {
        await act(thing);
        this.metrics.repaired(repair);
      } catch (error) {
        const of = typeof thing === 'string' ? thing : null;
        const report = () => this.log.error('repair-failed', { repair, of }, error);
        if (of === null) report();
        else await this.compiledJobs.within(of, report);
      }
    }
  }
}
