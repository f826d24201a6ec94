import type { LockedJob } from '@orbweaver/persistence';

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

/** Time to store leased pages of a cancelled job, before the job ends without them. */
export const CANCELLED_STORE_GRACE_MS = 10_000;

/** Whether and how a job ends. Called in every transaction, because pages, settlement and sweep come in any order. */
export function decideEnd(job: JobProgress, urlLists: number, nowMs: number): JobEnd | undefined {
  if (job.state !== 'scraping') return undefined;
  if (job.kind === 'scrape') return endOfScrape(job);
  if (job.settledPages === null || job.settledAt === null) return undefined;

  const isCancelled = job.settledReason === 'cancelled' || job.cancelRequestedAt !== null;
  const hasAllPages = job.completed + job.failed >= job.settledPages;
  if (isCancelled) {
    return hasAllPages || nowMs - job.settledAt.getTime() >= CANCELLED_STORE_GRACE_MS ? 'cancelled' : undefined;
  }
  // A list that was appended after the settlement has to be read first.
  if (!hasAllPages || (job.settledUrlLists ?? 0) < urlLists) return undefined;
  return job.settledReason === 'failed' ? 'failed' : 'completed';
}

function endOfScrape(job: JobProgress): JobEnd | undefined {
  if (job.completed > 0) return 'completed';
  return job.failed > 0 ? 'failed' : undefined;
}
