import { Inject, Injectable } from '@nestjs/common';
import { type Database, readTeamNames } from '@orbweaver/persistence';
import { CONFIG, DATABASE } from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';

@Injectable()
export class CreditsByTeam {
  /** Names never change, and there are few teams. */
  private readonly names = new Map<string, string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<ResultsConfig, 'METRICS_BY_TEAM'>,
    @Inject(DATABASE) private readonly database: Database,
    private readonly metrics: ResultsMetrics,
  ) {}

  /** `credits` by team id. Never rejects, because the pages are already stored. */
  async count(credits: ReadonlyMap<string, number>): Promise<void> {
    if (!this.config.METRICS_BY_TEAM) {
      for (const amount of credits.values()) this.metrics.creditsUsed.inc(amount);
      return;
    }
    const unknown = [...credits.keys()].filter((id) => !this.names.has(id));
    if (unknown.length > 0) {
      const found = await readTeamNames(this.database, unknown).catch(() => []);
      for (const { id, name } of found) this.names.set(id, name);
    }
    for (const [id, amount] of credits) this.metrics.creditsUsed.inc({ team: this.names.get(id) ?? id }, amount);
  }
}
