import type { Queryable } from '../database';
import { isOfJob } from '../index-keys';

const STEP_ROWS = 2000;

const MAX_JOBS = 1000;

export const BEFORE_ALL_JOBS = '00000000-0000-0000-0000-000000000000';

export interface OrphanSearch {
  jobIds: string[];
  /** Cursor; starts over after the last job. */
  after: string;
}

export async function findOrphanedFrontiers(database: Queryable, after: string): Promise<OrphanSearch> {
  const rows = await database.$queryRaw<{ id: string; isOrphaned: boolean }[]>`
    SELECT f.id, (SELECT j.id FROM jobs j WHERE j.id = f.id) IS NULL AS "isOrphaned" FROM frontier_jobs f
    WHERE f.id > ${after}::uuid ORDER BY f.id LIMIT ${MAX_JOBS}::int`;
  const last = rows.length < MAX_JOBS ? undefined : rows.at(-1)?.id;
  return { jobIds: rows.filter((row) => row.isOrphaned).map(({ id }) => id), after: last ?? BEFORE_ALL_JOBS };
}

/**
 * Deletes one step of a deleted job: its row and its rows in the default partition. The rest is dropped with the
 * partition of its day. Returns whether more may be left. Safe to run concurrently.
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
  // Last: another replica may stop halfway, and the rest is found only by this row.
  await database.$executeRaw`
    DELETE FROM frontier_jobs
    WHERE id = ${jobId}::uuid AND NOT EXISTS (SELECT 1 FROM frontier_pages_default WHERE ${isOfJob('frontier_pages_default', jobId)})
      AND NOT EXISTS (SELECT 1 FROM frontier_refusals_default WHERE job_id = ${jobId}::uuid)`;
  return false;
}

export function deleteIdleHosts(database: Queryable, before: Date): Promise<number> {
  return database.$executeRaw`
    DELETE FROM frontier_hosts
    WHERE next_fetch_at < ${before.toISOString()}::timestamptz
      AND (paced_until IS NULL OR paced_until < ${before.toISOString()}::timestamptz)`;
}
