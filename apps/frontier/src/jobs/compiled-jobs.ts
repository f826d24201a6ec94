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

/** Maximum number of jobs in memory. An evicted specification is read again on each use. */
const MAX_JOBS = 2000;
/** Maximum size of all specifications as JSON. One may have 10 MiB, the limit of a request. */
const MAX_CHARACTERS = 128 * 1024 * 1024;

export class CompiledJob {
  readonly deadlineMs: number;
  private compiledScope: ScopeContext | undefined;

  constructor(
    readonly jobId: string,
    readonly teamId: string,
    readonly spec: FrontierSpec,
    readonly zeroDataRetention = false,
    readonly traceparent: string | null = null,
    /** Limits the leased pages of the job; adapts while the job runs. */
    readonly window = new LeaseWindow(),
  ) {
    this.deadlineMs = deadlineMs(spec.scrape);
  }

  get crawl(): Extract<FrontierSpec, { kind: 'crawl' }> | undefined {
    return this.spec.kind === 'crawl' ? this.spec : undefined;
  }

  get mark(): RetentionMark {
    return markOf({ zeroDataRetention: this.zeroDataRetention });
  }

  within<T>(work: () => T): T {
    return runWork(scopeOf(this.jobId, this), work);
  }

  get crawlKey(): string | undefined {
    const tracking = findFormat(this.spec.scrape, 'changeTracking');
    if (this.crawl === undefined || tracking === undefined || this.zeroDataRetention) return undefined;
    return crawlKey(this.teamId, this.crawl.url, tracking.tag);
  }

  get access(): SiteAccess {
    const userAgent = this.crawl?.robotsUserAgent;
    const { skipTlsVerification } = this.spec.scrape;
    return { skipTlsVerification, ...(userAgent === undefined ? {} : { userAgent }) };
  }

  scope(originUrl: string | null): ScopeContext | undefined {
    if (this.crawl === undefined || originUrl === null) return undefined;
    if (this.compiledScope?.origin.href !== originUrl) this.compiledScope = compileScope(this.crawl.scope, originUrl);
    return this.compiledScope;
  }
}

/** Unreadable jobs may be ephemeral. */
const UNREADABLE = { zeroDataRetention: true };

/** Traces within the scope are linked to the job's request. */
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
  /** Kept apart, because a specification may be evicted for its size. */
  private readonly windows = new LRUCache<string, LeaseWindow>({ max: MAX_JOBS });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** See CompiledJob. Works for unreadable specifications too. */
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

  known(jobId: string): CompiledJob | undefined {
    return this.jobs.peek(jobId);
  }

  /** Must be called when the job is deleted. */
  forget(jobId: string): void {
    this.jobs.delete(jobId);
    this.windows.delete(jobId);
  }

  /**
   * Undefined for a deleted job. `database`: the caller's transaction, if any.
   * @throws PoisonedInputError for a stored specification that this release cannot read
   */
  async find(jobId: string, database: Database | Transaction = this.database): Promise<CompiledJob | undefined> {
    const known = this.jobs.get(jobId);
    if (known !== undefined) return known;
    const row = await readJobSpec(database, jobId);
    if (row === undefined) return undefined;
    const parsed = JobSpec.safeParse(row.spec);
    if (!parsed.success) throw new PoisonedInputError(`the stored specification of job ${jobId} is invalid`);
    if (parsed.data.kind === 'scrape') throw new PoisonedInputError(`job ${jobId} is a scrape, not a crawl or batch`);
    const window = this.windows.get(jobId) ?? new LeaseWindow();
    this.windows.set(jobId, window);
    const compiled = new CompiledJob(jobId, row.teamId, parsed.data, row.zeroDataRetention, row.traceparent, window);
    this.jobs.set(jobId, compiled, { size: JSON.stringify(row.spec).length });
    return compiled;
  }
}
