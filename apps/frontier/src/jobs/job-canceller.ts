import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { type Database, markCancelled, skipLeasedPages, skipQueuedPages } from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { FrontierTransactions } from './frontier-transactions';
import { JobStarter } from './job-starter';

/** Time for documents of leased pages of a cancelled job. With a tick of the sweep, the job ends within 5 s. */
export const CANCELLED_LEASE_GRACE_MS = 4_000;
/** Pages skipped per lock of the job: some tenths of a second. */
const STEP_PAGES = 5_000;
/** Limits one call: a million pages take a minute or two, and commands of other jobs wait. */
const STEPS_AT_ONCE = 4;

@Injectable()
export class JobCanceller {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    private readonly starter: JobStarter,
    private readonly transactions: FrontierTransactions,
  ) {}

  /** Empties the queue; the sweep continues with a large one. The job settles with its last leased page. Idempotent. */
  async cancel(jobId: string): Promise<void> {
    // StartJob may have been lost.
    await this.starter.start(jobId);
    const teamId = await markCancelled(this.database, jobId, this.clock());
    if (teamId !== undefined) this.log.info('job-cancelled', { jobId, teamId });
    await this.emptyQueue(jobId);
  }

  async cutOff(jobId: string): Promise<void> {
    await this.transactions.run(jobId, async (transaction, job) => {
      if (!job.cancelled || job.state === 'settled') return undefined;
      await skipLeasedPages(transaction, jobId, this.clock());
      return {};
    });
    await this.emptyQueue(jobId);
  }

  private async emptyQueue(jobId: string): Promise<void> {
    let skipped = STEP_PAGES;
    for (let step = 0; step < STEPS_AT_ONCE && skipped === STEP_PAGES; step += 1) {
      skipped = 0;
      await this.transactions.run(jobId, async (transaction, job) => {
        if (!job.cancelled || job.state === 'settled') return undefined;
        skipped = await skipQueuedPages(transaction, { jobId, limit: STEP_PAGES, now: this.clock() });
        return {};
      });
    }
  }
}
