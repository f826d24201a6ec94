import { Inject, Injectable } from '@nestjs/common';
import { markOf, type RetentionMark } from '@orbweaver/contracts';
import { compileScope, deadlineMs, findFormat, JobSpec, PoisonedInputError, type ScopeContext } from '@orbweaver/core';
import { runWork, type WorkScope } from '@orbweaver/messaging';
import { crawlKey, type Database, readJobSpec, type StoredJobSpec, type Transaction } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { LeaseWindow } from '../pace/lease-window';
import type { SiteAccess } from '../site/site-sources';

export type FrontierSpec = Exclude<JobSpec, { kind: 'scrape' }>;

/** How many jobs stay in memory. One whose specification was evicted costs a read each time that it is touched. */
const MAX_JOBS = 2000;
/** Of their specifications, as JSON: one may have as much as a request, 10 MiB. */
const MAX_CHARACTERS = 128 * 1024 * 1024;

/** The specification of a job, parsed once: it never changes. */
export class CompiledJob {
  readonly deadlineMs: number;
  private compiledScope: ScopeContext | undefined;

  constructor(
    readonly jobId: string,
    readonly teamId: string,
    readonly spec: FrontierSpec,
    readonly zeroDataRetention = false,
    readonly traceparent: string | null = null,
    /** How many pages of the job the renderers hold at once; learned while the job runs. */
    readonly window = new LeaseWindow(),
  ) {
    this.deadlineMs = deadlineMs(spec.scrape);
  }

  get crawl(): Extract<FrontierSpec, { kind: 'crawl' }> | undefined {
    return this.spec.kind === 'crawl' ? this.spec : undefined;
  }

  /** The mark of every message about the job's pages. */
  get mark(): RetentionMark {
    return markOf({ zeroDataRetention: this.zeroDataRetention });
  }

  /** Runs work for the job that no message of it started. */
  within<T>(work: () => T): T {
    return runWork(scopeOf(this.jobId, this), work);
  }

  /** The key under which earlier crawls remember their pages; undefined without change tracking. */
  get crawlKey(): string | undefined {
    const tracking = findFormat(this.spec.scrape, 'changeTracking');
    if (this.crawl === undefined || tracking === undefined || this.zeroDataRetention) return undefined;
    return crawlKey(this.teamId, this.crawl.url, tracking.tag);
  }

  /** How robots.txt and sitemaps of the crawl's sites are fetched. */
  get access(): SiteAccess {
    const userAgent = this.crawl?.robotsUserAgent;
    const { skipTlsVerification } = this.spec.scrape;
    return { skipTlsVerification, ...(userAgent === undefined ? {} : { userAgent }) };
  }

  /** The scope measured against `originUrl`; undefined for a batch, which has none. */
  scope(originUrl: string | null): ScopeContext | undefined {
    if (this.crawl === undefined || originUrl === null) return undefined;
    if (this.compiledScope?.origin.href !== originUrl) this.compiledScope = compileScope(this.crawl.scope, originUrl);
    return this.compiledScope;
  }
}

/** A job that cannot be read may be ephemeral. */
const UNREADABLE = { zeroDataRetention: true };

/** What begins a trace within it is linked to the job's request. */
function scopeOf(
  jobId: string,
  { teamId, zeroDataRetention = false, traceparent }: Partial<Omit<StoredJobSpec, 'spec'>>,
): WorkScope {
  return {
    isEphemeral: zeroDataRetention,
    ids: { jobId, ...(teamId === undefined ? {} : { teamId }) },
    ...(traceparent ? { trace: { jobTraceparent: traceparent } } : {}),
  };
}

@Injectable()
export class CompiledJobs {
  private readonly jobs = new LRUCache<string, CompiledJob>({ max: MAX_JOBS, maxSize: MAX_CHARACTERS });
  /** What was learned outlives a specification that was evicted for its size. */
  private readonly windows = new LRUCache<string, LeaseWindow>({ max: MAX_JOBS });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** See CompiledJob. Works for a job with an unreadable specification too. */
  async markOf(jobId: string): Promise<RetentionMark> {
    return this.jobs.get(jobId)?.mark ?? markOf((await readJobSpec(this.database, jobId)) ?? {});
  }

  /** See CompiledJob. Rejects only when `work` does. */
  async within<T>(jobId: string, work: () => Promise<T> | T): Promise<T> {
    const known = this.jobs.get(jobId);
    if (known !== undefined) return known.within(work);
    const row = await readJobSpec(this.database, jobId).catch(() => UNREADABLE);
    return runWork(scopeOf(jobId, row ?? {}), work);
  }

  /** Without a look into the database: undefined for a job that is not in memory. */
  known(jobId: string): CompiledJob | undefined {
    return this.jobs.peek(jobId);
  }

  /** Call it when the job is gone. */
  forget(jobId: string): void {
    this.jobs.delete(jobId);
    this.windows.delete(jobId);
  }

  /**
   * Undefined for a deleted job. `database`: the caller's transaction, if it has one.
   *
   * @throws PoisonedInputError for a stored specification that this release cannot read
   */
  async find(jobId: string, database: Database | Transaction = this.database): Promise<CompiledJob | undefined> {
    const known = this.jobs.get(jobId);
    if (known !== undefined) return known;
    const row = await readJobSpec(database, jobId);
    if (row === undefined) return undefined;
    const parsed = JobSpec.safeParse(row.spec);
    if (!parsed.success) throw new PoisonedInputError(`job ${jobId} has a spec that cannot be read`);
    if (parsed.data.kind === 'scrape') throw new PoisonedInputError(`job ${jobId} is a scrape, which has no frontier`);
    const window = this.windows.get(jobId) ?? new LeaseWindow();
    this.windows.set(jobId, window);
    const compiled = new CompiledJob(jobId, row.teamId, parsed.data, row.zeroDataRetention, row.traceparent, window);
    this.jobs.set(jobId, compiled, { size: JSON.stringify(row.spec).length });
    return compiled;
  }
}
