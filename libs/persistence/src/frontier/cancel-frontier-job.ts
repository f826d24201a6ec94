import type { Queryable, Transaction } from '../database';
import { isOfJob } from '../index-keys';

/** Stops admission and leasing. @returns the team; undefined if the job was already cancelled or settled */
export async function markCancelled(database: Queryable, jobId: string, now: Date): Promise<string | undefined> {
  const [cancelled] = await database.$queryRaw<{ teamId: string }[]>`
    UPDATE frontier_jobs SET cancelled_at = ${now.toISOString()}::timestamptz
    WHERE id = ${jobId}::uuid AND cancelled_at IS NULL AND state = 'running'
    RETURNING team_id AS "teamId"`;
  return cancelled?.teamId;
}

/**
 * Skips at most `limit` queued pages of a cancelled job and returns their number. Pages with a stored document become
 * done. The job must be locked.
 */
export async function skipQueuedPages(
  transaction: Transaction,
  options: { jobId: string; limit: number; now: Date },
): Promise<number> {
  const rows = await transaction.$queryRaw<{ pages: number }[]>`
    WITH chosen AS (
      SELECT p.id, coalesce((SELECT s.state = 'done' FROM pages s WHERE s.id = p.id), false) AS stored
      FROM frontier_pages p WHERE ${isOfJob('p', options.jobId)} AND p.state = 'queued'
      LIMIT ${options.limit}::int
    ), ended AS (
      UPDATE frontier_pages p
      SET state = CASE WHEN stored THEN 'done' ELSE 'skipped' END,
          reason = CASE WHEN NOT stored THEN 'cancelled' END, finished_at = ${options.now.toISOString()}::timestamptz
      FROM chosen WHERE p.id = chosen.id
      RETURNING stored
    ), counted AS (
      SELECT count(*)::int AS pages, (count(*) FILTER (WHERE stored))::int AS stored FROM ended
    ), job AS (
      UPDATE frontier_jobs j
      SET queued = j.queued - c.pages, done = j.done + c.stored, admitted = j.admitted - c.pages + c.stored
      FROM counted c WHERE j.id = ${options.jobId}::uuid
    )
    SELECT pages FROM counted`;
  return rows[0]?.pages ?? 0;
}

/**
 * Skips the leased pages of a cancelled job and rejects their later results. Pages with a stored document become done.
 * The job must be locked.
 */
export async function skipLeasedPages(transaction: Transaction, jobId: string, now: Date): Promise<void> {
  await transaction.$executeRaw`
    WITH chosen AS (
      SELECT p.id, coalesce((SELECT s.state = 'done' FROM pages s WHERE s.id = p.id), false) AS stored
      FROM frontier_pages p WHERE ${isOfJob('p', jobId)} AND p.state = 'leased'
    ), ended AS (
      UPDATE frontier_pages p
      SET state = CASE WHEN stored THEN 'done' ELSE 'skipped' END,
          reason = CASE WHEN NOT stored THEN 'cancelled' END, lease_until = NULL, epoch = p.epoch + 1,
          finished_at = ${now.toISOString()}::timestamptz
      FROM chosen WHERE p.id = chosen.id
      RETURNING stored
    )
    UPDATE frontier_jobs j
    SET leased = j.leased - c.pages, done = j.done + c.stored, admitted = j.admitted - c.pages + c.stored
    FROM (SELECT count(*)::int AS pages, (count(*) FILTER (WHERE stored))::int AS stored FROM ended) c
    WHERE j.id = ${jobId}::uuid`;
}
