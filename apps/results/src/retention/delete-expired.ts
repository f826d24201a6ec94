import type { ContentStore } from '@orbweaver/object-store';
import {
  type Database,
  deleteJob,
  deleteOldCreditEntries,
  evictVersions,
  findExpiredJobs,
  findOverfullHistories,
  HeldDays,
} from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

const STEP_JOBS = 50;
const STEP_ENTRIES = 5_000;
const STEP_VERSIONS = 200;

/**
 * Deletes expired jobs with all their data: with the partition of their day, or row by row if a job that expires much
 * later holds it. Running jobs keep their data for `runningGraceMs` longer.
 */
export async function deleteExpired(
  { database, contents, log }: { database: Database; contents: ContentStore; log: EventLog },
  options: { nowMs: number; runningGraceMs: number; signal: AbortSignal },
): Promise<number> {
  const heldDays = new HeldDays(database, new Date(options.nowMs));
  let deleted = 0;
  const failed = new Map<string, unknown>();
  for (;;) {
    const jobIds = await findExpiredJobs(database, {
      now: new Date(options.nowMs),
      runningBefore: new Date(options.nowMs - options.runningGraceMs),
      except: [...failed.keys()],
      limit: STEP_JOBS,
    });
    const before = deleted + failed.size;
    for (const jobId of jobIds) {
      if (options.signal.aborted) return deleted;
      const heldDay = await heldDays.of(jobId);
      try {
        // Before the rows, so that a failure is repeated.
        if (heldDay !== undefined) await contents.deleteJob(jobId, options.signal);
      } catch (error) {
        failed.set(jobId, error);
        continue;
      }
      if (await deleteJob(database, jobId, options.signal, heldDay)) deleted += 1;
    }
    // Another replica deletes the rest.
    if (jobIds.length < STEP_JOBS || deleted + failed.size === before) break;
  }
  const [first] = failed;
  if (first !== undefined) log.error('expiry-failed', { jobs: failed.size, jobId: first[0] }, first[1]);
  if (deleted > 0) log.info('jobs-expired', { jobs: deleted });
  return deleted;
}

/** Deletes ledger entries of single pages from before `before`. Sums and balances remain. */
export async function deleteOldCredits(database: Database, before: Date, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteOldCreditEntries(database, { before, limit: STEP_ENTRIES })) === STEP_ENTRIES);
}

export async function trimHistories(database: Database, maxBytes: number, signal: AbortSignal): Promise<void> {
  for (const teamId of await findOverfullHistories(database, maxBytes)) {
    // Zero when the history fits, or another replica deletes the rest.
    while (!signal.aborted && (await evictVersions(database, { teamId, maxBytes, limit: STEP_VERSIONS })) > 0);
  }
}
