import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import {
  type Database,
  type LockedFrontierJob,
  lockFrontierJob,
  openRevisit,
  settleFrontierJob,
  type Transaction,
} from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import { type FailedPage, ResultNotifier } from './result-notifier';
import { WakeSignals } from './wake-signals';

/** What a change of a job brought about. */
export interface JobChange {
  /** Pages that failed for good. */
  failures?: readonly FailedPage[];
  /** Something is still queued or leased, so that the job cannot be settled: saves asking. */
  goesOn?: boolean;
}

/** The one way in which pages of a job change, apart from their leases. */
@Injectable()
export class FrontierTransactions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly notifier: ResultNotifier,
    private readonly signals: WakeSignals,
  ) {}

  /**
   * Runs `work` in a transaction that holds the job's lock, decides in the same transaction whether the job is
   * settled (or has yet to look for the pages of earlier crawls), commits, and tells results. Answers false when the job is not there, or when `work` changed nothing
   * (undefined).
   */
  async run(
    jobId: string,
    work: (transaction: Transaction, job: LockedFrontierJob) => Promise<JobChange | undefined>,
  ): Promise<boolean> {
    const outcome = await this.database.$transaction(async (transaction) => {
      const job = await lockFrontierJob(transaction, jobId);
      if (job === undefined) return undefined;
      const change = await work(transaction, job);
      if (change === undefined) return undefined;
      const failures = change.failures ?? [];
      if (change.goesOn) return { failures };
      if (job.recall === 'due' && (await openRevisit(transaction, jobId, this.clock())))
        return { failures, recalls: true };
      return { failures, settlement: await settleFrontierJob(transaction, jobId, this.clock()) };
    });
    if (outcome === undefined) return false;
    this.signals.pages.set();
    if (outcome.recalls) this.signals.seeds.set();
    await this.notifier.failed(outcome.failures);
    if (outcome.settlement !== undefined) await this.notifier.settled(outcome.settlement);
    return true;
  }
}
