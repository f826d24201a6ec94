import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { countTeamsOfSharedSecret, type Database } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';

/** Logs how many teams share WEBHOOK_SECRET: they can sign events for each other's receivers. */
@Injectable()
export class WarnOfSharedSecret implements OnApplicationBootstrap {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<ResultsConfig, 'WEBHOOK_SECRET'>,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.WEBHOOK_SECRET === undefined) return;
    const teams = await countTeamsOfSharedSecret(this.database);
    if (teams > 0) this.log.warn('webhook-secret-shared', { teams, advice: 'orbweaver webhook-secret rotate' });
  }
}
