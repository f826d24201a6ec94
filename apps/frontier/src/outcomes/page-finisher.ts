import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import {
  finishPages,
  hasStoredDocument,
  type LeasedPageView,
  type LockedFrontierJob,
  type PageEnd,
  promoteWaiting,
  type Transaction,
} from '@orbweaver/persistence';
import { CLOCK } from '@orbweaver/platform';
import type { CompiledJob } from '../jobs/compiled-jobs';
import type { JobChange } from '../jobs/frontier-transactions';

export interface PageOfJob {
  page: LeasedPageView;
  compiled: CompiledJob;
}

export interface FinishOptions {
  evenIfQueued?: boolean;
  closeEpoch?: boolean;
}

/** `ended` differs from the requested end if results has stored a document of the page. */
export interface FinishedPage extends JobChange {
  ended: PageEnd['state'];
}

/** Finishes leased pages within a transaction of their job. Undefined if the page has a newer state. */
@Injectable()
export class PageFinisher {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** A page with a stored document counts as done: an expired lease may have delivered it, and it uses a slot. */
  async finish(
    transaction: Transaction,
    job: LockedFrontierJob,
    { page, compiled }: PageOfJob,
    asked: PageEnd,
    options: FinishOptions = {},
  ): Promise<FinishedPage | undefined> {
    const { id: pageId, epoch, url, sourceUrl, depth } = page;
    const hasDocument = asked.state !== 'done' && (await hasStoredDocument(transaction, pageId));
    const end: PageEnd = hasDocument ? { state: 'done' } : asked;
    const order = { jobId: job.id, pages: [{ pageId, epoch, end }], ...options, now: this.clock() };
    const ended = await finishPages(transaction, order);
    if (!ended.has(pageId)) return undefined;
    const change = { goesOn: job.queued + job.leased > 1, ended: end.state };
    if (end.state !== 'failed') return change;
    const { reason, message } = end;
    const newEpoch = epoch + (options.closeEpoch ? 1 : 0);
    const failed = { pageId, jobId: job.id, teamId: compiled.teamId, epoch: newEpoch, url, sourceUrl, depth };
    return { ...change, failures: [{ ...failed, reason, message }] };
  }

  /** Finishes the page and queues the oldest URL beyond the limit in its slot. */
  async finishAndPromote(
    transaction: Transaction,
    job: LockedFrontierJob,
    held: PageOfJob,
    end: PageEnd,
    options: FinishOptions = {},
  ): Promise<FinishedPage | undefined> {
    const change = await this.finish(transaction, job, held, end, options);
    if (change === undefined || change.ended === 'done' || job.cancelled) return change;
    const promoted = await promoteWaiting(transaction, job.id, this.clock());
    return { ...change, goesOn: change.goesOn === true || promoted > 0 };
  }
}
