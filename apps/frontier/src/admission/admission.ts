import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import {
  type AdmissionCounts,
  type CandidateAdmission as AdmissionRequest,
  admitCandidates,
  type FoundCandidate,
  type LockedFrontierJob,
  type Transaction,
} from '@orbweaver/persistence';
import { CLOCK } from '@orbweaver/platform';
import { FrontierMetrics } from '../frontier-metrics';

/** One statement admits this many URLs. It holds the lock of the job for some 50 ms. */
export const ADMISSION_CHUNK = 2000;

/** How many more pages the limit allows; null: the job has no limit. */
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
  ) {}

  /** The caller holds the lock of the job. A cancelled job admits nothing. */
  async admit(
    transaction: Transaction,
    job: LockedFrontierJob,
    candidates: readonly FoundCandidate[],
    request: Omit<AdmissionRequest, 'jobId' | 'candidates' | 'now'>,
  ): Promise<AdmissionCounts> {
    if (job.cancelled) return { queued: 0, skipped: {} };
    const counts = await admitCandidates(transaction, { ...request, jobId: job.id, candidates, now: this.clock() });
    this.metrics.admitted(counts);
    return counts;
  }
}
