import { Inject, Injectable } from '@nestjs/common';
import type { Publisher } from '@orbweaver/messaging';
import type { Settlement, UnstoredFailure } from '@orbweaver/persistence';
import { type EventLog, LOG, PUBLISHER } from '@orbweaver/platform';
import { CLOCK, type Clock } from '../clock';
import { FrontierMetrics } from '../frontier-metrics';

/** A page that failed for good, as results is told of it. */
export type FailedPage = UnstoredFailure;

/** Tells results what the frontier has the final word on. After the commit; what is lost the sweep tells again. */
@Injectable()
export class Announcer {
  constructor(
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    private readonly metrics: FrontierMetrics,
  ) {}

  async failed(pages: readonly FailedPage[]): Promise<void> {
    if (pages.length === 0) return;
    const renderedAt = this.clock().getTime();
    await this.publisher.publishAll(
      'documentsBulk',
      pages.map(({ reason, message, ...page }) => ({
        key: page.pageId,
        message: {
          type: 'PageDocument' as const,
          ...page,
          renderedAt,
          result: { kind: 'failed' as const, failure: { reason, message } },
        },
      })),
    );
  }

  async settled({ jobId, reason, pages, urlLists, error }: Settlement): Promise<void> {
    await this.publisher.publish('jobSettled', jobId, {
      type: 'JobSettled',
      jobId,
      reason,
      pages,
      urlLists,
      ...(error === null ? {} : { error }),
    });
    this.metrics.settled(reason);
    this.log.info('job-settled', { jobId, reason, pages });
  }
}
