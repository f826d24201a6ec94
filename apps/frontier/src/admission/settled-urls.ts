import { Injectable } from '@nestjs/common';
import type { JudgedCandidate } from '@orbweaver/persistence';
import type { CompiledJob } from '../jobs/compiled-jobs';
import { JobMemories, type JobMemory } from '../jobs/job-memories';

/** Of all jobs. A URL takes about 150 bytes. */
const MAX_URLS = 400_000;

interface JobUrls {
  originUrl: string;
  urls: Set<string>;
}

/**
 * URLs of running jobs whose stored verdict is final. Pages of a site link to each other, so nine of ten outlinks need no
 * further judgement and no database read. Safe to lose.
 */
@Injectable()
export class SettledUrls {
  private readonly jobs: JobMemory<JobUrls>;

  constructor(memories: JobMemories) {
    this.jobs = memories.open({ maxWeight: MAX_URLS });
  }

  withoutSettled(compiled: CompiledJob, originUrl: string, urls: readonly string[]): string[] {
    const job = this.jobs.get(compiled.jobId);
    const unique = [...new Set(urls)];
    if (job === undefined || job.originUrl !== originUrl) return unique;
    return unique.filter((url) => !job.urls.has(url));
  }

  /** Must be called after the commit, when `judged` is stored. */
  remember(compiled: CompiledJob, originUrl: string, judged: readonly JudgedCandidate[]): void {
    let job = this.jobs.get(compiled.jobId);
    if (job?.originUrl !== originUrl) job = { originUrl, urls: new Set() };
    for (const { sourceUrl, refused, isLasting } of judged) {
      if (refused === undefined || isLasting) job.urls.add(sourceUrl);
    }
    this.jobs.keep(compiled.jobId, job, job.urls.size);
  }
}
