import { Inject, Injectable } from '@nestjs/common';
import { type Clock, retryLimits } from '@orbweaver/core';
import { type Database, findUnstoredFailures, readSettlement, requeueLostDocuments } from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { FrontierMetrics } from '../frontier-metrics';
import { FrontierTransactions } from '../jobs/frontier-transactions';
import { ResultNotifier } from '../jobs/result-notifier';

const MAX_FAILURES = 500;

/** Repeats lost messages to results, for a settled job that results has not completed. */
@Injectable()
export class LostResultRepair {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    private readonly notifier: ResultNotifier,
    private readonly transactions: FrontierTransactions,
    private readonly metrics: FrontierMetrics,
  ) {}

  /** Idempotent, because results stores each settlement and failure once. */
  async resend(jobId: string): Promise<void> {
    const settlement = await readSettlement(this.database, jobId);
    if (settlement === undefined) return;
    const failures = await findUnstoredFailures(this.database, { jobId, limit: MAX_FAILURES });
    await this.notifier.failed(failures);
    await this.notifier.settled(settlement);
    this.metrics.repaired('settlement-told-again');
    this.metrics.repaired('failure-told-again', failures.length);
  }

  /** Renders done pages without a document again. The job then settles again. */
  async renderLostDocuments(jobId: string): Promise<void> {
    await this.transactions.run(jobId, async (transaction) => {
      const lost = await requeueLostDocuments(transaction, {
        jobId,
        now: this.clock(),
        maxAttempts: retryLimits.rendersOfLostDocument,
        reason: 'conversion-failed',
        message:
          'The page was fetched, but its document was lost repeatedly before it was stored. Scrape the page again.',
      });
      const pages = lost.requeued + lost.failed + lost.skipped;
      if (pages === 0) return undefined;
      this.metrics.repaired('document-lost', pages);
      this.log.warn('documents-lost', { jobId, ...lost });
      return { failures: await findUnstoredFailures(transaction, { jobId, limit: MAX_FAILURES }) };
    });
  }
}
