import {
  type Database,
  deleteJob,
  deleteOldCreditEntries,
  deleteOrphanedIdempotencyKeys,
  findExpiredJobs,
} from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

/** Jobs found at once; a turn goes on until none is left. */
const STEP_JOBS = 50;
/** Rows of the ledger deleted by one statement. */
const STEP_ENTRIES = 5_000;

/**
 * Deletes jobs past their expiry with everything stored for them. A job that still runs keeps its data for
 * `runningGraceMs` longer.
 */
export async function deleteExpired(
  { database, log }: { database: Database; log: EventLog },
  options: { nowMs: number; runningGraceMs: number; signal: AbortSignal },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const jobIds = await findExpiredJobs(database, {
      now: new Date(options.nowMs),
      runningBefore: new Date(options.nowMs - options.runningGraceMs),
      limit: STEP_JOBS,
    });
    for (const jobId of jobIds) {
      if (options.signal.aborted) return deleted;
      await deleteJob(database, jobId);
      deleted += 1;
    }
    if (jobIds.length < STEP_JOBS) break;
  }
  if (deleted > 0) {
    await deleteOrphanedIdempotencyKeys(database);
    log.info('jobs-expired', { jobs: deleted });
  }
  return deleted;
}

/** Deletes what the ledger says of single pages from before `before`. The sums, and with them the balances, stay. */
export async function deleteOldCredits(database: Database, before: Date, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteOldCreditEntries(database, { before, limit: STEP_ENTRIES })) === STEP_ENTRIES);
}
