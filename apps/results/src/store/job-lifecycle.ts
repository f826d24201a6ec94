import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { readSettlements } from '@orbweaver/persistence';
import { CLOCK } from '@orbweaver/platform';
import { GatewayNotifier } from './gateway-notifier';
import { JobTransactions } from './job-transactions';

/** Records that a job starts, and that all its pages have an outcome. */
@Injectable()
export class JobLifecycle {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly transactions: JobTransactions,
    private readonly notifier: GatewayNotifier,
  ) {}

  async start(jobId: string): Promise<void> {
    await this.transactions.run([jobId], (jobs) => {
      const job = jobs.get(jobId);
      if (job !== undefined && !job.isFinal) job.notifyStart();
    });
  }

  /**
   * Ends the job if all its pages are stored; otherwise the last page ends it. Reads the settlement from the frontier's
   * row, because messages may be old or repeated.
   */
  async settle(jobId: string): Promise<void> {
    const endedBefore = await this.transactions.run([jobId], async (jobs, transaction) => {
      const job = jobs.get(jobId);
      if (job?.isFinal) return [{ jobId, state: job.job.state }];
      const [settlement] = await readSettlements(transaction, [jobId]);
      if (settlement !== undefined) job?.settle(settlement, this.clock());
      return [];
    });
    await this.notifier.notify({ pages: [], jobs: endedBefore });
  }
}
