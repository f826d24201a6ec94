import { Inject, Injectable } from '@nestjs/common';
import type { RetentionMark } from '@orbweaver/contracts';
import type { Clock } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import type { Settlement, UnstoredFailure } from '@orbweaver/persistence';
import { CLOCK, type EventLog, LOG, PUBLISHER } from '@orbweaver/platform';
import { FrontierMetrics } from '../frontier-metrics';
import { CompiledJobs } from './compiled-jobs';
import { JobMemories } from './job-memories';

/** Publishes final failures and settlements to results, after the commit. The sweep repeats lost messages. */
@Injectable()
export class ResultNotifier {
  constructor(
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    private readonly metrics: FrontierMetrics,
    private readonly compiledJobs: CompiledJobs,
    private readonly memories: JobMemories,
  ) {}

  async failed(pages: readonly UnstoredFailure[]): Promise<void> {
    if (pages.length === 0) return;
    const renderedAt = this.clock().getTime();
    const marks = new Map<string, RetentionMark>();
    for (const jobId of new Set(pages.map((page) => page.jobId)))
      marks.set(jobId, await this.compiledJobs.markOf(jobId));
    const documents = pages.map(({ reason, message, ...page }) => ({
      key: page.pageId,
      message: {
        type: 'PageDocument' as const,
        ...page,
        renderedAt,
        ...marks.get(page.jobId),
        result: { kind: 'failed' as const, failure: { reason, message } },
      },
    }));
    await this.publisher.publishAll('documentsBulk', documents);
  }

  async settled({ jobId, teamId, reason, pages, urlLists, error }: Settlement): Promise<void> {
    // The error may contain the start URL, and the topic is kept for a day. Results reads it from the row.
    const isIncluded = error !== null && !(await this.compiledJobs.markOf(jobId)).zeroDataRetention;
    await this.publisher.publish('jobSettled', jobId, {
      type: 'JobSettled',
      jobId,
      reason,
      pages,
      urlLists,
      ...(isIncluded ? { error } : {}),
    });
    this.memories.forget(jobId);
    this.metrics.settled(reason);
    this.log.info('job-settled', { jobId, teamId, reason, pages });
  }
}
