import { Inject, Injectable } from '@nestjs/common';
import type { TrapWatch } from '@orbweaver/core';
import { type Database, extendSeeding, readOriginUrl } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { CLOCK, type Clock } from '../clock';
import type { CompiledJob } from '../compiled-jobs';
import { Admission, roomOf } from '../pages/admission';
import { FrontierJobChanges } from '../pages/frontier-job-changes';
import { judgeInSlices } from '../pages/judge-in-slices';
import { RobotsCache } from '../site/robots-cache';
import { SEEDING_LEASE_MS } from './seeding-lease';

export interface SeedOptions {
  depth?: number;
  /** Known from an earlier crawl only. */
  isHidden?: boolean;
  /** For URLs that nobody named. */
  traps?: TrapWatch;
}

/** Admits URLs that no page of the crawl links to. */
@Injectable()
export class SeedAdmission {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly robots: RobotsCache,
    private readonly admission: Admission,
    private readonly changes: FrontierJobChanges,
  ) {}

  /** Prolongs the seeding lease. Answers false when the job takes nothing more. */
  async admit(plan: CompiledJob, urls: readonly string[], options: SeedOptions = {}): Promise<boolean> {
    const { depth = 0, isHidden = false, traps } = options;
    let measuredAgainst = (await readOriginUrl(this.database, plan.jobId)) ?? plan.crawl?.url;
    let isAdmitted = false;
    // The origin moves when the start URL redirects, once or twice in the life of a crawl.
    for (let origin = measuredAgainst; origin !== undefined; origin = measuredAgainst) {
      const originUrl = origin;
      measuredAgainst = undefined;
      const seeds = await judgeInSlices(urls, {
        plan,
        originUrl,
        depth,
        knownRobots: (url) => this.robots.known(url, plan.access),
        ...(traps === undefined ? {} : { traps }),
      });
      isAdmitted = await this.changes.change(plan.jobId, async (transaction, job) => {
        if (job.cancelled || job.state === 'settled' || job.originUrl === null) return undefined;
        if (job.originUrl !== originUrl) measuredAgainst = job.originUrl;
        else await this.admission.admit(transaction, job, seeds, { room: roomOf(job), depth, isHidden });
        return { goesOn: true };
      });
    }
    await extendSeeding(this.database, plan.jobId, new Date(this.clock().getTime() + SEEDING_LEASE_MS));
    return isAdmitted;
  }
}
