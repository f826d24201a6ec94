import {
  type Database,
  deleteJob,
  deleteOldCreditEntries,
  evictVersions,
  findExpiredJobs,
  findOverfullHistories,
} from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

/** Jobs found at once; a turn goes on until none is left. */
const STEP_JOBS = 50;
/** Rows of the ledger deleted by one statement. */
const STEP_ENTRIES = 5_000;
/** Versions of pages deleted by one statement. */
const STEP_VERSIONS = 200;

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
    const before = deleted;
    for (const jobId of jobIds) {
      if (options.signal.aborted) return deleted;
      if (await deleteJob(database, jobId, options.signal)) deleted += 1;
    }
    // What stays is being deleted by another replica.
    if (jobIds.length < STEP_JOBS || deleted === before) break;
  }
  if (deleted > 0) log.info('jobs-expired', { jobs: deleted });
  return deleted;
}

/** Deletes what the ledger says of single pages from before `before`. The sums, and with them the balances, stay. */
export async function deleteOldCredits(database: Database, before: Date, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteOldCreditEntries(database, { before, limit: STEP_ENTRIES })) === STEP_ENTRIES);
}

/** Makes room in the histories of teams that have more than `maxBytes`: their oldest versions go, in small steps. */
export async function trimHistories(database: Database, maxBytes: number, signal: AbortSignal): Promise<void> {
  for (const teamId of await findOverfullHistories(database, maxBytes)) {
    // Nothing is freed once the team has room, or when others are at what is left.
    while (!signal.aborted && (await evictVersions(database, { teamId, maxBytes, limit: STEP_VERSIONS })) > 0);
  }
}
