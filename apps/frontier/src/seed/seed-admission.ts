import { Inject, Injectable } from '@nestjs/common';
import type { TrapWatch } from '@orbweaver/core';
import { type Database, readOriginUrl } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { Admission, slotsLeft } from '../admission/admission';
import { judgeInSlices } from '../admission/judge-in-slices';
import type { CompiledJob } from '../jobs/compiled-jobs';
import { FrontierTransactions } from '../jobs/frontier-transactions';
import { RobotsCache } from '../site/robots-cache';

export interface SeedOptions {
  depth?: number;
  isHidden?: boolean;
  /** For URLs that were neither requested nor listed by the site. */
  traps?: TrapWatch;
}

@Injectable()
export class SeedAdmission {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly robots: RobotsCache,
    private readonly admission: Admission,
    private readonly transactions: FrontierTransactions,
  ) {}

  /** False if the job admits no more pages. */
  async admit(compiled: CompiledJob, urls: readonly string[], options: SeedOptions = {}): Promise<boolean> {
    const { depth = 0, isHidden = false, traps } = options;
    let measuredAgainst = (await readOriginUrl(this.database, compiled.jobId)) ?? compiled.crawl?.url;
    let isAdmitted = false;
    // The origin changes when the start URL redirects, once or twice per crawl.
    for (let origin = measuredAgainst; origin !== undefined; origin = measuredAgainst) {
      const originUrl = origin;
      measuredAgainst = undefined;
      const seeds = await judgeInSlices(urls, {
        compiled,
        originUrl,
        depth,
        knownRobots: (url) => this.robots.known(url, compiled.access),
        ...(traps === undefined ? {} : { traps }),
      });
      const found = seeds.map((seed) => ({ ...seed, depth }));
      isAdmitted = await this.transactions.run(compiled.jobId, async (transaction, job) => {
        if (job.cancelled || job.state === 'settled' || job.originUrl === null) return undefined;
        if (job.originUrl !== originUrl) measuredAgainst = job.originUrl;
        else await this.admission.admit(transaction, job, found, { room: slotsLeft(job), isHidden });
        return { goesOn: true };
      });
    }
    return isAdmitted;
  }
}
