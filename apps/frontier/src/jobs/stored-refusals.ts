import { Injectable } from '@nestjs/common';
import { type FoundCandidate, readRefusedHashes, shortHash, type Transaction } from '@orbweaver/persistence';
import { JobMemories, type JobMemory } from './job-memories';

/** For all jobs together; some 40 bytes each. */
const MAX_HASHES = 500_000;
/** Of one job. Beyond it a link that many pages share is stored once for each of them. */
const MAX_OF_JOB = 250_000;

/**
 * What running jobs have refused and stored, by short hash, so that a link is stored once, however many pages have it.
 * It lives in memory, and is read again from the rows after a restart or an eviction.
 */
@Injectable()
export class StoredRefusals {
  private readonly jobs: JobMemory<Set<number>>;

  constructor(memories: JobMemories) {
    this.jobs = memories.open({ maxWeight: MAX_HASHES });
  }

  /**
   * The candidates without those that were refused before. Takes the others for stored: call `forget` when their
   * transaction fails. It reads in that transaction: transactions that each waited for a second connection would wait
   * for each other.
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
