import type { Queryable } from '../database';
import { isOfJob } from '../index-keys';

/** Rows deleted by one statement: few, so that no other transaction waits long. */
const STEP_ROWS = 2000;

/** Jobs looked at by one call. A deleted job is found within as many calls as there are thousands of jobs. */
const MAX_JOBS = 1000;

/** Before the id of every job. */
export const BEFORE_ALL_JOBS = '00000000-0000-0000-0000-000000000000';

export interface OrphanSearch {
  /** Deleted jobs that the frontier still has rows of. */
  jobIds: string[];
  /** Where the next search continues; after the last job it starts over. */
  after: string;
}

/** Looks at the thousand jobs after the one of that id. */
export async function findOrphanedFrontiers(database: Queryable, after: string): Promise<OrphanSearch> {
  const rows = await database.$queryRaw<{ id: string; isOrphaned: boolean }[]>`
    SELECT f.id, (SELECT j.id FROM jobs j WHERE j.id = f.id) IS NULL AS "isOrphaned" FROM frontier_jobs f
    WHERE f.id > ${after}::uuid ORDER BY f.id LIMIT ${MAX_JOBS}::int`;
  const last = rows.length < MAX_JOBS ? undefined : rows.at(-1)?.id;
  return { jobIds: rows.filter((row) => row.isOrphaned).map(({ id }) => id), after: last ?? BEFORE_ALL_JOBS };
}

/**
 * Deletes what the frontier knows of a job that is deleted, one step: its row, and what lies in the default partition;
 * the rest goes with the partition of its day. Answers whether there may be more.
 * Safe to run several times at once.
 */
export async function deleteOrphanedFrontier(database: Queryable, jobId: string): Promise<boolean> {
  const pages = await database.$executeRaw`
    DELETE FROM frontier_pages_default WHERE id IN
      (SELECT id FROM frontier_pages_default WHERE ${isOfJob('frontier_pages_default', jobId)}
       LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED)`;
  if (pages === STEP_ROWS) return true;
  const refusals = await database.$executeRaw`
    DELETE FROM frontier_refusals_default WHERE (job_id, reason, last_ordinal) IN
      (SELECT job_id, reason, last_ordinal FROM frontier_refusals_default
       WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED)`;
  if (refusals === STEP_ROWS) return true;
  // The row goes last: if a replica that is deleting the job's pages breaks off, only the row leads to the rest.
  await database.$executeRaw`
    DELETE FROM frontier_jobs
    WHERE id = ${jobId}::uuid AND NOT EXISTS (SELECT 1 FROM frontier_pages_default WHERE ${isOfJob('frontier_pages_default', jobId)})
      AND NOT EXISTS (SELECT 1 FROM frontier_refusals_default WHERE job_id = ${jobId}::uuid)`;
  return false;
}

/** Deletes hosts without a delay or block that still holds. */
export function deleteForgivenHosts(database: Queryable, before: Date): Promise<number> {
  return database.$executeRaw`
    DELETE FROM frontier_hosts
    WHERE next_fetch_at < ${before.toISOString()}::timestamptz
      AND (paced_until IS NULL OR paced_until < ${before.toISOString()}::timestamptz)`;
}
