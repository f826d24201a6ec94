import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import {
  type AdmissionCounts,
  type CandidateAdmission as AdmissionRequest,
  admitCandidates,
  type FoundCandidate,
  findRefusedHashes,
  type LockedFrontierJob,
  shortHash,
  type Transaction,
} from '@orbweaver/persistence';
import { CLOCK } from '@orbweaver/platform';
import { FrontierMetrics } from '../frontier-metrics';
import { StoredRefusals } from '../jobs/stored-refusals';

/** Maximum number of URLs per statement, which holds the lock of the job for about 50 ms. */
export const ADMISSION_CHUNK = 2000;

export function slotsLeft(job: LockedFrontierJob, givenBack = 0): number | null {
  return job.limit === null ? null : Math.max(job.limit - job.admitted + givenBack, 0);
}

export function inChunks<T>(items: readonly T[], size = ADMISSION_CHUNK): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

@Injectable()
export class Admission {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: FrontierMetrics,
    private readonly refusals: StoredRefusals,
  ) {}

  /** The caller must hold the lock of the job. Admits nothing for a cancelled job. */
  async admit(
    transaction: Transaction,
    job: LockedFrontierJob,
    candidates: readonly FoundCandidate[],
    request: Omit<AdmissionRequest, 'jobId' | 'candidates' | 'now'>,
  ): Promise<AdmissionCounts> {
    if (job.cancelled) return { queued: 0, skipped: {} };
    const isOpen = request.isHidden ? await this.notRefusedToday(transaction, job.id, candidates) : () => true;
    const fresh = await this.refusals.withoutStored(transaction, job.id, candidates.filter(isOpen));
    const admission = { ...request, jobId: job.id, candidates: fresh, now: this.clock() };
    const counts = await admitCandidates(transaction, admission);
    this.metrics.admitted(counts);
    return counts;
  }

  /** Removes candidates that this crawl has already refused: a known URL is not hidden. */
  private async notRefusedToday(
    transaction: Transaction,
    jobId: string,
    candidates: readonly FoundCandidate[],
  ): Promise<(candidate: FoundCandidate) => boolean> {
    const hashes = candidates.map(({ refusalHash }) => shortHash(refusalHash));
    const refused = await findRefusedHashes(transaction, jobId, hashes);
    return ({ refusalHash }) => !refused.has(shortHash(refusalHash));
  }
}
