import { Inject, Injectable } from '@nestjs/common';
import type { RequestBilled } from '@orbweaver/contracts';
import type { Clock } from '@orbweaver/core';
import { addCreditEntries, type Database } from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import { CreditsByTeam } from './credits-by-team';

/** Bills requests without pages. Idempotent: an id is billed once. */
@Injectable()
export class BillRequests {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly credits: CreditsByTeam,
  ) {}

  async bill({ id, teamId, apiKeyId, operation, credits }: RequestBilled): Promise<void> {
    const owner = { teamId, apiKeyId: apiKeyId ?? null, jobId: null };
    const entry = { id, ...owner, kind: 'request' as const, amount: -credits, note: operation };
    await addCreditEntries(this.database, [entry], this.clock());
    await this.credits.count(new Map([[teamId, credits]]));
  }
}
