import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Longer than the longest pause that a site may ask for between two of its pages (5 minutes). */
const UNTOUCHED_MS = 10 * 60_000;

export interface MemoryBounds {
  /** For all jobs together, in the unit of `keep`. */
  maxWeight: number;
  maxJobs?: number;
}

/** Values of running jobs that only save work: each can be made anew. The one touched longest ago goes first. */
export class JobMemory<V extends object> {
  private readonly values: LRUCache<string, V>;

  constructor({ maxWeight, maxJobs }: MemoryBounds, untouchedMs = UNTOUCHED_MS) {
    const ttl = { ttl: untouchedMs, ttlAutopurge: true };
    this.values = new LRUCache({ ...ttl, maxSize: maxWeight, ...(maxJobs === undefined ? {} : { max: maxJobs }) });
  }

  get(jobId: string): V | undefined {
    return this.values.get(jobId);
  }

  /** Also of a value that is kept already and has grown. One above the bound is forgotten. */
  keep(jobId: string, value: V, weight: number): void {
    // The cache weighs a known value only once.
    this.values.delete(jobId);
    this.values.set(jobId, value, { size: Math.max(1, weight) });
  }

  forget(jobId: string): void {
    this.values.delete(jobId);
  }
}

/**
 * What this frontier remembers of running jobs besides their specifications. What a job leaves behind would fill the
 * memory of later ones.
 */
@Injectable()
export class JobMemories {
  private readonly all: Pick<JobMemory<object>, 'forget'>[] = [];

  open<V extends object>(bounds: MemoryBounds): JobMemory<V> {
    const memory = new JobMemory<V>(bounds);
    this.all.push(memory);
    return memory;
  }

  /** Call it when the job is settled. */
  forget(jobId: string): void {
    for (const memory of this.all) memory.forget(jobId);
  }
}
