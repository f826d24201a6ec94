import { Inject, Injectable } from '@nestjs/common';
import { markOf, type RetentionMark } from '@orbweaver/contracts';
import { compileScope, deadlineMs, findFormat, JobSpec, PoisonedInputError, type ScopeContext } from '@orbweaver/core';
import { runEphemeral } from '@orbweaver/messaging';
import { crawlKey, type Database, readJobSpec } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { LeaseWindow } from './dispatch/lease-window';
import type { SiteAccess } from './site/site-ports';

export type FrontierSpec = Exclude<JobSpec, { kind: 'scrape' }>;

/** Jobs kept at hand; one more costs one read when a page of it comes up again. */
const MAX_PLANS = 2000;

/** What a job is to do, read once: a spec never changes. */
export class CompiledJob {
  readonly deadlineMs: number;
  /** How many pages of the job the renderers are given at once; learned while the job runs. */
  readonly window = new LeaseWindow();
  private compiled: ScopeContext | undefined;

  constructor(
    readonly jobId: string,
    readonly teamId: string,
    readonly spec: FrontierSpec,
    private readonly zeroDataRetention = false,
  ) {
    this.deadlineMs = deadlineMs(spec.scrape);
  }

  get crawl(): Extract<FrontierSpec, { kind: 'crawl' }> | undefined {
    return this.spec.kind === 'crawl' ? this.spec : undefined;
  }

  /** For messages about the job's pages. */
  get mark(): RetentionMark {
    return markOf({ zeroDataRetention: this.zeroDataRetention });
  }

  /** Runs work that no message of the job has begun so that the log knows what it may tell. */
  within<T>(work: () => T): T {
    return this.zeroDataRetention ? runEphemeral(work) : work();
  }

  /** Under which crawls on other days know the pages of this one; undefined where nothing is tracked. */
  get crawlKey(): string | undefined {
    const tracking = findFormat(this.spec.scrape, 'changeTracking');
    if (this.crawl === undefined || tracking === undefined || this.zeroDataRetention) return undefined;
    return crawlKey(this.teamId, this.crawl.url, tracking.tag);
  }

  /** How the sites of a crawl are asked for robots.txt and sitemaps. */
  get access(): SiteAccess {
    const userAgent = this.crawl?.robotsUserAgent;
    const { skipTlsVerification } = this.spec.scrape;
    return { skipTlsVerification, ...(userAgent === undefined ? {} : { userAgent }) };
  }

  /** The scope measured against `originUrl`; undefined for a batch, which has none. */
  scope(originUrl: string | null): ScopeContext | undefined {
    if (this.crawl === undefined || originUrl === null) return undefined;
    if (this.compiled?.origin.href !== originUrl) this.compiled = compileScope(this.crawl.scope, originUrl);
    return this.compiled;
  }
}

@Injectable()
export class CompiledJobs {
  private readonly plans = new LRUCache<string, CompiledJob>({ max: MAX_PLANS });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** See CompiledJob. Also for a job with a spec that cannot be read. */
  async markOf(jobId: string): Promise<RetentionMark> {
    return this.plans.get(jobId)?.mark ?? markOf((await readJobSpec(this.database, jobId)) ?? {});
  }

  /** See CompiledJob. Rejects with an error of the work only. */
  async within<T>(jobId: string, work: () => Promise<T> | T): Promise<T> {
    // A job that cannot be read may be ephemeral.
    const { zeroDataRetention } = await this.markOf(jobId).catch(() => ({ zeroDataRetention: true }));
    return zeroDataRetention ? runEphemeral(work) : work();
  }

  /** The plan is of no use any more. */
  forget(jobId: string): void {
    this.plans.delete(jobId);
  }

  /**
   * Undefined for a job that is deleted.
   * @throws PoisonedInputError for a stored spec that this release cannot read
   */
  async find(jobId: string): Promise<CompiledJob | undefined> {
    const known = this.plans.get(jobId);
    if (known !== undefined) return known;
    const row = await readJobSpec(this.database, jobId);
    if (row === undefined) return undefined;
    const parsed = JobSpec.safeParse(row.spec);
    if (!parsed.success) throw new PoisonedInputError(`job ${jobId} has a spec that cannot be read`);
    if (parsed.data.kind === 'scrape') throw new PoisonedInputError(`job ${jobId} is a scrape, which has no frontier`);
    const plan = new CompiledJob(jobId, row.teamId, parsed.data, row.zeroDataRetention);
    this.plans.set(jobId, plan);
    return plan;
  }
}
