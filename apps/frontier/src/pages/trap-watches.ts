import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { TrapWatch } from '@orbweaver/core';
import { type Database, readLinkedUrls } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';

/** All jobs together; one crawl alone comes to 4 million at most. */
const MAX_CHARACTERS = 64_000_000;
/** A watch that keeps nothing costs something too. */
const MAX_WATCHES = 2_000;
/** More than a watch can keep of URLs that are worth keeping. */
const MAX_URLS_READ = 100_000;
/** URLs looked at between two turns of the event loop: some 10 ms. */
const STEP_URLS = 1_000;

interface Watched {
  watch: TrapWatch;
  /** Settles when what the frontier has stored of the job is counted. */
  ready: Promise<void>;
}

/**
 * The trap watches of running crawls. A watch is memory: one that was lost, by a restart or to other jobs, counts anew
 * what the job has taken up. The outcomes of a job come to one frontier at a time, so it is watched by one; when they
 * move to another and back, a family of URLs may grow to its bound once more for each of them.
 */
@Injectable()
export class TrapWatches {
  private readonly jobs = new LRUCache<string, Watched>({ max: MAX_WATCHES, maxSize: MAX_CHARACTERS });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async find(jobId: string): Promise<TrapWatch> {
    const watched = this.jobs.get(jobId) ?? this.begin(jobId);
    // Weighed anew: the cache weighs a value that it knows already only once.
    this.jobs.delete(jobId);
    this.jobs.set(jobId, watched, { size: Math.max(1, watched.watch.size) });
    await watched.ready;
    return watched.watch;
  }

  private begin(jobId: string): Watched {
    const watch = new TrapWatch();
    const watched = { watch, ready: this.recall(jobId, watch) };
    watched.ready.catch(() => {
      // Whoever asked is told. The next one tries again.
      if (this.jobs.get(jobId) === watched) this.jobs.delete(jobId);
    });
    return watched;
  }

  private async recall(jobId: string, watch: TrapWatch): Promise<void> {
    for await (const urls of readLinkedUrls(this.database, { jobId, step: STEP_URLS, max: MAX_URLS_READ })) {
      for (const url of urls) watch.recognize(url);
      await nextTurn();
    }
  }
}
