import { runEphemeral } from '@orbweaver/messaging';
import type { ContentStore } from '@orbweaver/object-store';
import { type Database, eraseJob, findJobsToErase, postponeErasure, reopenErasures } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

const TURN_LIMIT = 200;
const CONCURRENT_JOBS = 4;
/** Delay of a job whose erasure failed. */
const FAILED_LATE_MS = 60_000;

/**
 * Erases a part of each job with zeroDataRetention that was read, with an early expiry that has passed, or whose erasure
 * was requested.
 * @returns whether there is more
 */
export async function eraseDue(
  { database, contents, log }: { database: Database; contents: ContentStore; log: EventLog },
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<boolean> {
  const now = new Date(nowMs);
  await reopenErasures(database, now);
  const due = await findJobsToErase(database, { now, limit: TURN_LIMIT });
  let hasMore = due.length === TURN_LIMIT;
  const erase = async ({ id: jobId, zeroDataRetention }: (typeof due)[number]) => {
    try {
      // With zeroDataRetention all contents are in rows.
      const deleteObjects = zeroDataRetention ? undefined : () => contents.deleteJob(jobId, signal);
      const rest = await eraseJob(database, jobId, { now, signal, ...(deleteObjects && { deleteObjects }) });
      hasMore ||= rest === 'more';
      if (rest === undefined) log.info('job-erased', { jobId });
    } catch (error) {
      runEphemeral(() => log.error('erasure-failed', { jobId }, error));
      // Rejects when the database is unavailable, which affects all jobs.
      await postponeErasure(database, jobId, { now, byMs: FAILED_LATE_MS });
    }
  };
  for (let first = 0; first < due.length && !signal.aborted; first += CONCURRENT_JOBS) {
    await Promise.all(due.slice(first, first + CONCURRENT_JOBS).map(erase));
  }
  return hasMore && !signal.aborted;
}
