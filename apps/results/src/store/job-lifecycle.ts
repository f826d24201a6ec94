import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { readSettlements } from '@orbweaver/persistence';
import { CLOCK } from '@orbweaver/platform';
import { GatewayNotifier } from './gateway-notifier';
import { JobTransactions } from './job-transactions';

/** What other services say of a whole job: that it starts, and that every page of it has an outcome. */
@Injectable()
export class JobLifecycle {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly transactions: JobTransactions,
    private readonly notifier: GatewayNotifier,
  ) {}

  /** Puts the `started` event into the outbox, unless it or a later one is there already. */
  async start(jobId: string): Promise<void> {
    await this.transactions.run([jobId], (jobs) => {
      const job = jobs.get(jobId);
      if (job !== undefined && !job.isFinal) job.notifyStart();
    });
  }

  /**
   * The job ends here when all its pages are stored, otherwise with the last of them. The settlement is read from the
   * frontier's row: a message that is old or repeated may name fewer or more pages than the frontier knows now.
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
