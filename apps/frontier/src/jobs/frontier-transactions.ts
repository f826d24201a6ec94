import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import {
  type Database,
  type LockedFrontierJob,
  lockFrontierJob,
  openRevisit,
  settleFrontierJob,
  type Transaction,
  type UnstoredFailure,
} from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import { ResultNotifier } from './result-notifier';
import { WakeSignals } from './wake-signals';

/** The effect of a transaction on its job. */
export interface JobChange {
  /** Pages whose failure is final. */
  failures?: readonly UnstoredFailure[];
  /** A page is still queued or leased, so the job cannot settle: saves a statement. */
  goesOn?: boolean;
}

/** The only way in which pages of a job change, apart from their leases. */
@Injectable()
export class FrontierTransactions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly notifier: ResultNotifier,
    private readonly signals: WakeSignals,
  ) {}

  /**
   * Runs `work` in a transaction that holds the lock of the job. The same transaction decides whether the job settles
   * or first revisits the pages of earlier crawls. Notifies results after the commit. Answers false when the job does
   * not exist, or when `work` changed nothing (undefined).
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
        return { failures, revisits: true };
      return { failures, settlement: await settleFrontierJob(transaction, jobId, this.clock()) };
    });
    if (outcome === undefined) return false;
    this.signals.pages.set();
    if (outcome.revisits) this.signals.seeds.set();
    await this.notifier.failed(outcome.failures);
    if (outcome.settlement !== undefined) await this.notifier.settled(outcome.settlement);
    return true;
  }
}
