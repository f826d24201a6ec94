import { runEphemeral } from '@orbweaver/messaging';
import type { ContentStore } from '@orbweaver/object-store';
import { type Database, eraseJob, findJobsToErase, reopenErasures } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

const TURN_LIMIT = 200;

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
  let hasMore = false;
  await reopenErasures(database, now);
  for (const { id: jobId, zeroDataRetention } of await findJobsToErase(database, { now, limit: TURN_LIMIT })) {
    if (signal.aborted) return false;
    try {
      // With zeroDataRetention all contents are in rows. Before the rows, so that a failure is repeated.
      if (!zeroDataRetention) await contents.deleteJob(jobId, signal);
      const rest = await eraseJob(database, jobId, { now, signal });
      hasMore ||= rest === 'more';
      if (rest === undefined) log.info('job-erased', { jobId });
    } catch (error) {
      // One failure must not block the other jobs. The next round starts with this one.
      runEphemeral(() => log.error('erasure-failed', { jobId }, error));
    }
  }
  return hasMore;
}
