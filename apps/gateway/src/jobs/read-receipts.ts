import { Inject, Injectable } from '@nestjs/common';
import { type Database, holdEphemeralJob, type JobView, noteCompleteRead } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import type { Response } from 'express';
import type { GatewayConfig } from '../gateway.config';

/**
 * Notices how far an ended job with zeroDataRetention was read: as long as somebody reads it it is held for him, and
 * when he has everything it is erased. Any other job is left alone.
 */
@Injectable()
export class ReadReceipts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /**
   * To be called for an answer behind which there is none, before it is sent; `last` is the place of its last document.
   * Only one that is sent whole counts, and only when nothing was stored behind it meanwhile.
   */
  noteWhenSent(job: JobView, last: number, response: Pick<Response, 'once'>): void {
    if (isErasedOnceRead(job) && last === job.completed) response.once('finish', () => this.note(job, last));
  }

  /** To be called when a reader has got everything up to the document at `last`. */
  note(job: JobView, last: number): void {
    // Who asks for what lies behind the end has read nothing.
    if (!isErasedOnceRead(job) || last !== job.completed) return;
    const graceMs = this.config.ZERO_RETENTION_GRACE;
    noteCompleteRead(this.database, { jobId: job.id, completed: last, graceMs }).catch((error) => {
      // It is erased when its time is over, as if it had not been read.
      this.log.warn('read-not-noted', { jobId: job.id }, error);
    });
  }

  /** To be called for documents behind which there are more, before they are sent. */
  async hold(job: JobView): Promise<void> {
    if (!isErasedOnceRead(job)) return;
    await holdEphemeralJob(this.database, { jobId: job.id, holdMs: this.config.ZERO_RETENTION_HOLD });
  }
}

const isErasedOnceRead = (job: JobView) => job.zeroDataRetention && job.erasedAt === null && job.hasEnded;
