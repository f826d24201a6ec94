import { Injectable } from '@nestjs/common';
import { type FoundCandidate, readRefusedHashes, shortHash, type Transaction } from '@orbweaver/persistence';
import { JobMemories, type JobMemory } from './job-memories';

/** Of all jobs; about 40 bytes each. */
const MAX_HASHES = 500_000;
/** Of one job. Beyond it, a shared link is stored once per page. */
const MAX_OF_JOB = 250_000;

/** Short hashes of stored refusals of running jobs, so that a link is stored once. Read again after an eviction. */
@Injectable()
export class StoredRefusals {
  private readonly jobs: JobMemory<Set<number>>;

  constructor(memories: JobMemories) {
    this.jobs = memories.open({ maxWeight: MAX_HASHES });
  }

  /**
   * Removes candidates that were refused before. The others count as stored: call `forget` if their transaction fails.
   * Reads in that transaction, because waiting for a second connection may deadlock.
   */
  async withoutStored(
    transaction: Transaction,
    jobId: string,
    candidates: readonly FoundCandidate[],
  ): Promise<FoundCandidate[]> {
    if (candidates.every(({ refused }) => refused === undefined)) return [...candidates];
    const stored = this.jobs.get(jobId) ?? new Set(await readRefusedHashes(transaction, jobId, MAX_OF_JOB));
    const fresh = candidates.filter(({ refused, refusalHash }) => {
      if (refused === undefined) return true;
      const hash = shortHash(refusalHash);
      if (stored.has(hash)) return false;
      if (stored.size < MAX_OF_JOB) stored.add(hash);
      return true;
    });
    this.jobs.keep(jobId, stored, stored.size);
    return fresh;
  }

  forget(jobId: string): void {
    this.jobs.forget(jobId);
  }
}
