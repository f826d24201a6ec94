import { Injectable } from '@nestjs/common';
import type { JudgedCandidate } from '@orbweaver/persistence';
import type { CompiledJob } from '../jobs/compiled-jobs';
import { JobMemories, type JobMemory } from '../jobs/job-memories';

/** For all jobs together. A URL takes some 150 bytes. */
const MAX_URLS = 400_000;

interface JobUrls {
  /** The start URL that the verdicts were measured against. */
  originUrl: string;
  urls: Set<string>;
}

/**
 * URLs of running jobs whose stored verdict cannot change any more. The pages of a site link to each other over and
 * over: nine of ten outlinks need no second judgement and no database read. Forgetting is harmless.
 */
@Injectable()
export class SettledUrls {
  private readonly jobs: JobMemory<JobUrls>;

  constructor(memories: JobMemories) {
    this.jobs = memories.open({ maxWeight: MAX_URLS });
  }

  /** The URLs that are still to be judged, each once. */
  withoutSettled(compiled: CompiledJob, originUrl: string, urls: readonly string[]): string[] {
    const job = this.jobs.get(compiled.jobId);
    const unique = [...new Set(urls)];
    if (job === undefined || job.originUrl !== originUrl) return unique;
    return unique.filter((url) => !job.urls.has(url));
  }

  /** Call it after the commit: it takes `judged` as stored. */
  remember(compiled: CompiledJob, originUrl: string, judged: readonly JudgedCandidate[]): void {
    let job = this.jobs.get(compiled.jobId);
    if (job?.originUrl !== originUrl) job = { originUrl, urls: new Set() };
    for (const { sourceUrl, refused, isLasting } of judged) {
      if (refused === undefined || isLasting) job.urls.add(sourceUrl);
    }
    this.jobs.keep(compiled.jobId, job, job.urls.size);
  }
}
