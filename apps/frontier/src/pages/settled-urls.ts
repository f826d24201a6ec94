import { Injectable } from '@nestjs/common';
import type { SkipReason } from '@orbweaver/core';
import type { JudgedCandidate } from '@orbweaver/persistence';
import { LRUCache } from 'lru-cache';
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
  private readonly jobs = new LRUCache<string, JobUrls>({ maxSize: MAX_URLS });

  /** The URLs that have yet to be judged, each once. */
  withoutSettled(plan: CompiledJob, originUrl: string, urls: readonly string[]): string[] {
    const job = this.jobs.peek(plan.jobId);
    const unique = [...new Set(urls)];
    if (job === undefined || job.originUrl !== originUrl) return unique;
    return unique.filter((url) => !job.urls.has(url));
  }

  /** `judged` is stored: call it after the commit. */
  remember(plan: CompiledJob, originUrl: string, judged: readonly JudgedCandidate[]): void {
    let job = this.jobs.peek(plan.jobId);
    if (job?.originUrl !== originUrl) job = { originUrl, urls: new Set() };
    for (const { sourceUrl, refused } of judged) {
      if (refused === undefined || isLasting(refused, plan)) job.urls.add(sourceUrl);
    }
    // Weighed anew: the cache weighs a value that it knows already only once.
    this.jobs.delete(plan.jobId);
    this.jobs.set(plan.jobId, job, { size: Math.max(1, job.urls.size) });
  }
}

/** Whether a URL is refused wherever it is found: depth, the page of the link and robots.txt may differ next time. */
function isLasting(refused: SkipReason, plan: CompiledJob): boolean {
  if (refused === 'discovery-depth' || refused === 'robots') return false;
  return refused !== 'external' || plan.crawl?.scope.allowExternalLinks === false;
}
