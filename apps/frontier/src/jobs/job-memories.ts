import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Longer than the maximum crawl delay of a site (5 minutes). */
const UNTOUCHED_MS = 10 * 60_000;

export interface MemoryBounds {
  /** Of all jobs, in the unit of `keep`. */
  maxWeight: number;
  maxJobs?: number;
}

/** An LRU cache of values by running job. */
export class JobMemory<V extends object> {
  private readonly values: LRUCache<string, V>;

  constructor({ maxWeight, maxJobs }: MemoryBounds, untouchedMs = UNTOUCHED_MS) {
    const ttl = { ttl: untouchedMs, ttlAutopurge: true };
    this.values = new LRUCache({ ...ttl, maxSize: maxWeight, ...(maxJobs === undefined ? {} : { max: maxJobs }) });
  }

  get(jobId: string): V | undefined {
    return this.values.get(jobId);
  }

  /** Also updates the weight of a kept value. Values above the bound are dropped. */
  keep(jobId: string, value: V, weight: number): void {
    // The cache does not update the weight of an existing value.
    this.values.delete(jobId);
    this.values.set(jobId, value, { size: Math.max(1, weight) });
  }

  forget(jobId: string): void {
    this.values.delete(jobId);
  }
}

/** Caches of this frontier by running job, which are cleared when the job settles. */
@Injectable()
export class JobMemories {
  private readonly all: Pick<JobMemory<object>, 'forget'>[] = [];

  open<V extends object>(bounds: MemoryBounds): JobMemory<V> {
    const memory = new JobMemory<V>(bounds);
    this.all.push(memory);
    return memory;
  }

  /** Must be called when the job is settled. */
  forget(jobId: string): void {
    for (const memory of this.all) memory.forget(jobId);
  }
}
