import type { Database, Queryable } from '../database';
import { isOfJob } from '../index-keys';
import type { Day } from '../partitions/day-partitions';

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
 * Deletes one step of a deleted job: its row and its rows in the default partition and in that of `heldDay`. The rest is
 * dropped with the partition of its day. Returns whether more may be left. Safe to run concurrently.
 */
export async function deleteOrphanedFrontier(database: Database, jobId: string, heldDay?: Day): Promise<boolean> {
  if (heldDay !== undefined && (await deleteOfDay(database, jobId, heldDay))) return true;
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
  const { from, to } = heldDay ?? { from: BEFORE_ALL_JOBS, to: BEFORE_ALL_JOBS };
  // Last: another replica may stop halfway, and the rest is found only by this row.
  await database.$executeRaw`
    DELETE FROM frontier_jobs
    WHERE id = ${jobId}::uuid AND NOT EXISTS (SELECT 1 FROM frontier_pages_default WHERE ${isOfJob('frontier_pages_default', jobId)})
      AND NOT EXISTS (SELECT 1 FROM frontier_refusals_default WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM frontier_pages p
                      WHERE ${isOfJob('p', jobId)} AND p.id >= ${from}::uuid AND p.id < ${to}::uuid)
      AND NOT EXISTS (SELECT 1 FROM frontier_refusals r
                      WHERE r.job_id = ${jobId}::uuid AND r.job_id >= ${from}::uuid AND r.job_id < ${to}::uuid)`;
  return false;
}

/** One step in the partition of a day. Two statements: see leasePages. */
function deleteOfDay(database: Database, jobId: string, { from, to }: Day): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const pages = await transaction.$queryRaw<{ id: string }[]>`
      SELECT p.id FROM frontier_pages p WHERE ${isOfJob('p', jobId)} AND p.id >= ${from}::uuid AND p.id < ${to}::uuid
      LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED`;
    await transaction.$executeRaw`
      DELETE FROM frontier_pages
      WHERE id = ANY(${pages.map(({ id }) => id)}::uuid[]) AND id >= ${from}::uuid AND id < ${to}::uuid`;
    if (pages.length === STEP_ROWS) return true;
    const refusals = await transaction.$queryRaw<{ reason: string; ordinal: number }[]>`
      SELECT reason, last_ordinal AS ordinal FROM frontier_refusals WHERE job_id = ${jobId}::uuid
      LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED`;
    await transaction.$executeRaw`
      DELETE FROM frontier_refusals WHERE job_id = ${jobId}::uuid AND (reason, last_ordinal) IN (
        SELECT gone.reason, gone.ordinal
        FROM unnest(${refusals.map(({ reason }) => reason)}::text[], ${refusals.map(({ ordinal }) => ordinal)}::int[])
          AS gone(reason, ordinal))`;
    return refusals.length === STEP_ROWS;
  });
}

export function deleteIdleHosts(database: Queryable, before: Date): Promise<number> {
  return database.$executeRaw`
    DELETE FROM frontier_hosts
    WHERE next_fetch_at < ${before.toISOString()}::timestamptz
      AND (paced_until IS NULL OR paced_until < ${before.toISOString()}::timestamptz)`;
}
