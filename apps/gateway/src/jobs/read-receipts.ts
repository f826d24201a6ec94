import { Inject, Injectable } from '@nestjs/common';
import { type Database, holdEphemeralJob, type JobView, noteCompleteRead } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import type { Response } from 'express';
import type { GatewayConfig } from '../gateway.config';

/** Tracks reads of ended jobs with zeroDataRetention: they are held while being read, and erased when read completely. */
@Injectable()
export class ReadReceipts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /**
   * Call before sending a response without a next page. Counts as read if the response is sent completely and no
   * document was stored in the meantime. @param last ordinal of the last document in the response
   */
  noteWhenSent(job: JobView, last: number, response: Pick<Response, 'once'>): void {
    if (isErasedOnceRead(job) && last === job.completed) response.once('finish', () => this.note(job, last));
  }

  /** Call when a reader has received all documents up to `last`. */
  note(job: JobView, last: number): void {
    // A page past the end does not prove that the documents were read.
    if (!isErasedOnceRead(job) || last !== job.completed) return;
    const graceMs = this.config.ZERO_RETENTION_GRACE;
    noteCompleteRead(this.database, { jobId: job.id, completed: last, graceMs }).catch((error) => {
      // The job is erased later, when its hold ends.
      this.log.warn('read-not-noted', { jobId: job.id }, error);
    });
  }

  /** Call before sending documents that are not the last ones. */
  async hold(job: JobView): Promise<void> {
    if (!isErasedOnceRead(job)) return;
    await holdEphemeralJob(this.database, { jobId: job.id, holdMs: this.config.ZERO_RETENTION_HOLD });
  }
}

const isErasedOnceRead = (job: JobView) => job.zeroDataRetention && job.erasedAt === null && job.hasEnded;
