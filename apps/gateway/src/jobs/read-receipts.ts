import { Inject, Injectable } from '@nestjs/common';
import { type Database, holdEphemeralJob, type JobView, noteCompleteRead } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import type { Response } from 'express';
import type { GatewayConfig } from '../gateway.config';

/**
 * Notices how far an ended job with zeroDataRetention was read. While it is read it is kept, and when it was read to
 * its end it is erased. Other jobs are left alone.
 */
@Injectable()
export class ReadReceipts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /**
   * Call this before sending an answer that has no next page; `last` is the ordinal of its last document. It counts
   * only when the whole answer is sent, and nothing was stored after `last` meanwhile.
   */
  noteWhenSent(job: JobView, last: number, response: Pick<Response, 'once'>): void {
    if (isErasedOnceRead(job) && last === job.completed) response.once('finish', () => this.note(job, last));
  }

  /** Call this when a reader has received all documents up to `last`. */
  note(job: JobView, last: number): void {
    // A page past the end is no proof that the documents were read.
    if (!isErasedOnceRead(job) || last !== job.completed) return;
    const graceMs = this.config.ZERO_RETENTION_GRACE;
    noteCompleteRead(this.database, { jobId: job.id, completed: last, graceMs }).catch((error) => {
      // It is erased later, at the end of its hold, as if it had not been read.
      this.log.warn('read-not-noted', { jobId: job.id }, error);
    });
  }

  /** Call this before sending documents that are not the last ones. */
  async hold(job: JobView): Promise<void> {
    if (!isErasedOnceRead(job)) return;
    await holdEphemeralJob(this.database, { jobId: job.id, holdMs: this.config.ZERO_RETENTION_HOLD });
  }
}

const isErasedOnceRead = (job: JobView) => job.zeroDataRetention && job.erasedAt === null && job.hasEnded;
