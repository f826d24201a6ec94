import { Injectable } from '@nestjs/common';
import type { SkipReason } from '@orbweaver/core';
import type { JudgedCandidate } from '@orbweaver/persistence';
import type { CompiledJob } from '../compiled-jobs';

/** All jobs together; some 150 bytes each. */
const MAX_URLS = 400_000;

interface JobUrls {
  /** What the verdicts were measured against. */
  originUrl: string;
  urls: Set<string>;
}

/**
 * URLs of running jobs whose verdict is stored and cannot change any more. The pages of a site link to each other
 * over and over: nine of ten outlinks need no second judgement and no look into the database. Forgetting is harmless.
 */
@Injectable()
export class SettledUrls {
  /** Least recently used first. */
  private readonly jobs = new Map<string, JobUrls>();
  private size = 0;

  /** The URLs that have yet to be judged, each once. */
  withoutSettled(plan: CompiledJob, originUrl: string, urls: readonly string[]): string[] {
    const job = this.jobs.get(plan.jobId);
    const unique = [...new Set(urls)];
    if (job === undefined || job.originUrl !== originUrl) return unique;
    return unique.filter((url) => !job.urls.has(url));
  }

  /** `judged` is stored: call it after the commit. */
  remember(plan: CompiledJob, originUrl: string, judged: readonly JudgedCandidate[]): void {
    let job = this.jobs.get(plan.jobId);
    if (job?.originUrl !== originUrl) {
      this.size -= job?.urls.size ?? 0;
      job = { originUrl, urls: new Set() };
    }
    this.jobs.delete(plan.jobId);
    this.jobs.set(plan.jobId, job);
    this.size -= job.urls.size;
    for (const { sourceUrl, refused } of judged) {
      if (refused === undefined || isLasting(refused, plan)) job.urls.add(sourceUrl);
    }
    this.size += job.urls.size;
    for (const [jobId, { urls }] of this.jobs) {
      if (this.size <= MAX_URLS) break;
      this.jobs.delete(jobId);
      this.size -= urls.size;
    }
  }
}

/** Whether a URL is refused wherever it is found: depth, the page of the link and robots.txt may differ next time. */
function isLasting(refused: SkipReason, plan: CompiledJob): boolean {
  if (refused === 'discovery-depth' || refused === 'robots') return false;
  return refused !== 'external' || plan.crawl?.scope.allowExternalLinks === false;
}
