import type { LockedJob } from '@orbweaver/persistence';

/** What the end of a job depends on. */
export type JobProgress = Pick<
  LockedJob,
  | 'kind'
  | 'state'
  | 'completed'
  | 'failed'
  | 'settledPages'
  | 'settledUrlLists'
  | 'settledReason'
  | 'settledAt'
  | 'cancelRequestedAt'
>;

export type JobEnd = 'completed' | 'failed' | 'cancelled';

/** Pages that run when a job is cancelled have this long to be stored; then the job ends without them. */
export const CANCELLED_STORE_GRACE_MS = 10_000;

/**
 * Whether a job is at its end, and at which. Pure, and asked in every transaction that touches a job, so that the
 * last page, the word that all is settled, and the sweep may come in any order.
 */
export function decideEnd(job: JobProgress, urlLists: number, nowMs: number): JobEnd | undefined {
  if (job.state !== 'scraping') return undefined;
  if (job.kind === 'scrape') return endOfScrape(job);
  if (job.settledPages === null || job.settledAt === null) return undefined;

  const isCancelled = job.settledReason === 'cancelled' || job.cancelRequestedAt !== null;
  const hasAllPages = job.completed + job.failed >= job.settledPages;
  if (isCancelled) {
    return hasAllPages || nowMs - job.settledAt.getTime() >= CANCELLED_STORE_GRACE_MS ? 'cancelled' : undefined;
  }
  // A list appended after the job was settled is still to be taken up.
  if (!hasAllPages || (job.settledUrlLists ?? 0) < urlLists) return undefined;
  return job.settledReason === 'failed' ? 'failed' : 'completed';
}

function endOfScrape(job: JobProgress): JobEnd | undefined {
  if (job.completed > 0) return 'completed';
  return job.failed > 0 ? 'failed' : undefined;
}
