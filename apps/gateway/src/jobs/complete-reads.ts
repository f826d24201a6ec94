import { Inject, Injectable } from '@nestjs/common';
import { isFinal } from '@orbweaver/core';
import { type Database, type JobView, noteCompleteRead } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import type { Response } from 'express';

/** Notices that an ended job with zeroDataRetention was read to its end, so that it is erased. */
@Injectable()
export class CompleteReads {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /**
   * To be called for an answer behind which there is none, before it is sent; `last` is the place of its last document.
   * Only one that is sent whole counts, and only when nothing was stored behind it meanwhile.
   */
  noteWhenSent(job: JobView, last: number, response: Pick<Response, 'once'>): void {
    // Who asks for what lies behind the end has read nothing.
    if (!job.zeroDataRetention || job.erasedAt !== null || !isFinal(job.state) || last !== job.completed) return;
    response.once('finish', () => {
      noteCompleteRead(this.database, { jobId: job.id, completed: last }).catch((error) => {
        // It is erased when its time is over, as if it had not been read.
        this.log.warn('read-not-noted', { jobId: job.id }, error);
      });
    });
  }
}
