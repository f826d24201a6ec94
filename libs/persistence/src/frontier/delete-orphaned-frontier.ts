import type { Queryable } from '../database';

/** Rows deleted by one statement: short, so that nobody waits for it. */
const STEP_ROWS = 2000;

/**
 * Deletes what the frontier knows of jobs that are deleted, one step. Answers whether there may be more.
 * Safe to run several times at once.
 */
export async function deleteOrphanedFrontier(database: Queryable): Promise<boolean> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT f.id FROM frontier_jobs f
    WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = f.id)
    LIMIT 1`;
  const jobId = rows[0]?.id;
  if (jobId === undefined) return false;
  const pages = await database.$executeRaw`
    DELETE FROM frontier_pages WHERE id IN
      (SELECT id FROM frontier_pages WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED)`;
  if (pages === STEP_ROWS) return true;
  // Without its row nobody finds the pages any more that another replica is deleting, if that one breaks off.
  const jobs = await database.$executeRaw`
    DELETE FROM frontier_jobs
    WHERE id = ${jobId}::uuid AND NOT EXISTS (SELECT 1 FROM frontier_pages WHERE job_id = ${jobId}::uuid)`;
  return jobs > 0;
}

/** Deletes hosts that nothing is owed to any more. */
export function deleteForgivenHosts(database: Queryable, before: Date): Promise<number> {
  return database.$executeRaw`
    DELETE FROM frontier_hosts
    WHERE next_fetch_at < ${before.toISOString()}::timestamptz
      AND (paced_until IS NULL OR paced_until < ${before.toISOString()}::timestamptz)`;
}
