import type { Queryable } from '../database';

/** Rows deleted by one statement: short, so that nobody waits for it. */
const STEP_ROWS = 2000;

/** Jobs looked at in one go: one that is deleted is found within so many calls as there are thousands of jobs. */
const MAX_JOBS = 1000;

/** Before the id of every job. */
export const BEFORE_ALL_JOBS = '00000000-0000-0000-0000-000000000000';

export interface OrphanSearch {
  /** Jobs that are deleted, of which the frontier still knows. */
  jobIds: string[];
  /** After which the next search goes on; after the last job it begins anew. */
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
 * Deletes what the frontier knows of a job that is deleted, one step. Answers whether there may be more.
 * Safe to run several times at once.
 */
export async function deleteOrphanedFrontier(database: Queryable, jobId: string): Promise<boolean> {
  const pages = await database.$executeRaw`
    DELETE FROM frontier_pages WHERE id IN
      (SELECT id FROM frontier_pages WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED)`;
  if (pages === STEP_ROWS) return true;
  // Without its row nobody finds the pages any more that another replica is deleting, if that one breaks off.
  await database.$executeRaw`
    DELETE FROM frontier_jobs
    WHERE id = ${jobId}::uuid AND NOT EXISTS (SELECT 1 FROM frontier_pages WHERE job_id = ${jobId}::uuid)`;
  return false;
}

/** Deletes hosts that nothing is owed to any more. */
export function deleteForgivenHosts(database: Queryable, before: Date): Promise<number> {
  return database.$executeRaw`
    DELETE FROM frontier_hosts
    WHERE next_fetch_at < ${before.toISOString()}::timestamptz
      AND (paced_until IS NULL OR paced_until < ${before.toISOString()}::timestamptz)`;
}
