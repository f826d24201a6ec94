import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { TrapWatch } from '@orbweaver/core';
import { type Database, readLinkedUrls } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { JobMemories, type JobMemory } from '../jobs/job-memories';

/** Of all jobs. One crawl has at most 4 million. */
const MAX_CHARACTERS = 64_000_000;
/** An empty watch takes memory too. */
const MAX_WATCHES = 2_000;
/** More URLs than a watch can keep. */
const MAX_URLS_READ = 100_000;
/** URLs counted per turn of the event loop: about 10 ms. */
const STEP_URLS = 1_000;

interface Watched {
  watch: TrapWatch;
  ready: Promise<void>;
}

/**
 * The trap watches of running crawls, in memory. After a restart or an eviction, a watch counts the stored pages of its
 * job again. When a job moves to another frontier and back, a trap may reach its bound once more.
 */
@Injectable()
export class TrapWatches {
  private readonly jobs: JobMemory<Watched>;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    memories: JobMemories,
  ) {
    this.jobs = memories.open({ maxJobs: MAX_WATCHES, maxWeight: MAX_CHARACTERS });
  }

  async find(jobId: string): Promise<TrapWatch> {
    const watched = this.jobs.get(jobId) ?? this.begin(jobId);
    this.jobs.keep(jobId, watched, watched.watch.size);
    await watched.ready;
    return watched.watch;
  }

  private begin(jobId: string): Watched {
    const watch = new TrapWatch();
    const watched = { watch, ready: this.countStored(jobId, watch) };
    watched.ready.catch(() => {
      // The caller of `find` gets the rejection. The next call retries.
      if (this.jobs.get(jobId) === watched) this.jobs.forget(jobId);
    });
    return watched;
  }

  private async countStored(jobId: string, watch: TrapWatch): Promise<void> {
    for await (const urls of readLinkedUrls(this.database, { jobId, step: STEP_URLS, max: MAX_URLS_READ })) {
      for (const url of urls) watch.recognize(url);
      await nextTurn();
    }
  }
}
