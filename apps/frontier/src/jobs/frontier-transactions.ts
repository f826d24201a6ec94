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
import { StoredRefusals } from './stored-refusals';
import { WakeSignals } from './wake-signals';

export interface JobChange {
  failures?: readonly UnstoredFailure[];
  /** Whether pages are still queued or leased. The job then cannot settle, which saves a statement. */
  goesOn?: boolean;
}

/** The only way to change pages of a job, except for leasing. */
@Injectable()
export class FrontierTransactions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly notifier: ResultNotifier,
    private readonly signals: WakeSignals,
    private readonly refusals: StoredRefusals,
  ) {}

  /**
   * Runs `work` in a transaction that holds the lock of the job. The same transaction settles the job, or starts the visit
   * of pages from earlier crawls. Notifies results after the commit. False if the job does not exist or nothing changed.
   */
  async run(
    jobId: string,
    work: (transaction: Transaction, job: LockedFrontierJob) => Promise<JobChange | undefined>,
  ): Promise<boolean> {
    const change = this.database.$transaction(async (transaction) => {
      const job = await lockFrontierJob(transaction, jobId);
      if (job === undefined) return undefined;
      const changed = await work(transaction, job);
      if (changed === undefined) return undefined;
      const failures = changed.failures ?? [];
      if (changed.goesOn) return { failures };
      if (job.recall === 'due' && (await openRevisit(transaction, jobId, this.clock())))
        return { failures, revisits: true };
      return { failures, settlement: await settleFrontierJob(transaction, jobId, this.clock()) };
    });
    const outcome = await change.catch((error: unknown) => {
      this.refusals.forget(jobId);
      throw error;
    });
    if (outcome === undefined) return false;
    this.signals.pages.set();
    if (outcome.revisits) this.signals.seeds.set();
    await this.notifier.failed(outcome.failures);
    if (outcome.settlement !== undefined) await this.notifier.settled(outcome.settlement);
    return true;
  }
}
