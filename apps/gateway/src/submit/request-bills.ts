import { Inject, Injectable } from '@nestjs/common';
import type { Publisher } from '@orbweaver/messaging';
import type { Caller } from '@orbweaver/persistence';
import { type EventLog, LOG, PUBLISHER } from '@orbweaver/platform';

export interface RequestBill {
  /** Billed once per id. */
  id: string;
  operation: 'map' | 'search';
  credits: number;
}

/** Bills requests that have no page. Results writes the ledger. */
@Injectable()
export class RequestBills {
  constructor(
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  async send({ teamId, keyId }: Caller, { id, operation, credits }: RequestBill): Promise<void> {
    await this.publisher
      .publish('requestsBilled', id, { type: 'RequestBilled', id, teamId, apiKeyId: keyId, operation, credits })
      .catch((error: unknown) => this.log.error('request-not-billed', { teamId, id }, error));
  }
}
