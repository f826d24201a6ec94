import { Inject, Injectable } from '@nestjs/common';
import { type Database, markCancelled, skipLeasedPages, skipQueuedPages } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { CLOCK, type Clock } from '../clock';
import { JobStarter } from '../seed/job-starter';
import { JobChanges } from './job-changes';

/** Pages that a renderer has when their job is cancelled may still bring their documents for this long. */
export const CANCEL_GRACE_MS = 5_000;
/** Pages skipped under one lock of the job. */
const STEP_PAGES = 5_000;

@Injectable()
export class JobCanceller {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    private readonly starter: JobStarter,
    private readonly changes: JobChanges,
  ) {}

  /** Empties the queue; the job settles when the last leased page is back. Safe to repeat and to run twice at once. */
  async cancel(jobId: string): Promise<void> {
    // The command may overtake nothing, but the one before it may have been lost.
    await this.starter.start(jobId);
    if (await markCancelled(this.database, jobId, this.clock())) this.log.info('job-cancelled', { jobId });
    await this.emptyQueue(jobId);
  }

  /** The grace is over: takes the leased pages away too, so that the job settles. */
  async cutOff(jobId: string): Promise<void> {
    await this.emptyQueue(jobId);
    await this.changes.change(jobId, async (transaction, job) => {
      if (!job.cancelled || job.state === 'settled') return undefined;
      await skipLeasedPages(transaction, jobId, this.clock());
      return {};
    });
  }

  private async emptyQueue(jobId: string): Promise<void> {
    for (let skipped = STEP_PAGES; skipped === STEP_PAGES; ) {
      skipped = 0;
      await this.changes.change(jobId, async (transaction, job) => {
        if (!job.cancelled || job.state === 'settled') return undefined;
        skipped = await skipQueuedPages(transaction, { jobId, limit: STEP_PAGES, now: this.clock() });
        return {};
      });
    }
  }
}
