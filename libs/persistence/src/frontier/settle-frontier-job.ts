import type { Queryable, Transaction } from '../database';
import { isOfJob } from '../index-keys';

export interface Settlement {
  jobId: string;
  teamId: string;
  reason: 'finished' | 'cancelled' | 'failed';
  pages: number;
  urlLists: number;
  error: string | null;
}

/**
 * Settles a job with nothing queued or leased, all seeds admitted and all URL lists taken (not required if cancelled,
 * or if a crawl has reached its limit). Undefined if work is left or it was settled before. Fails the job if its only
 * page, the start URL, failed. The job must be locked.
 */
export async function settleFrontierJob(
  transaction: Transaction,
  jobId: string,
  now: Date,
): Promise<Settlement | undefined> {
  const rows = await transaction.$queryRaw<Settlement[]>`
    WITH lists AS (
      SELECT count(*)::int AS listed FROM job_url_lists WHERE job_id = ${jobId}::uuid
    ), fatal AS (
      SELECT p.message FROM frontier_jobs j
      JOIN frontier_pages p ON ${isOfJob('p', jobId)} AND p.state = 'failed' AND p.is_start AND p.reason <> 'out-of-scope'
      WHERE j.id = ${jobId}::uuid AND j.kind = 'crawl' AND j.done = 0 AND j.failed = 1
    )
    UPDATE frontier_jobs
    SET state = 'settled', settled_at = ${now.toISOString()}::timestamptz, seeding_until = NULL,
        url_lists_taken = greatest(url_lists_taken, listed),
        settled_reason = CASE WHEN cancelled_at IS NOT NULL THEN 'cancelled'
                              WHEN EXISTS (SELECT 1 FROM fatal) THEN 'failed' ELSE 'finished' END,
        error = CASE WHEN cancelled_at IS NULL THEN (SELECT message FROM fatal) END
    FROM lists
    WHERE id = ${jobId}::uuid AND state = 'running' AND queued = 0 AND leased = 0
      AND (cancelled_at IS NOT NULL OR admitted >= "limit" OR (seeding_until IS NULL AND url_lists_taken >= listed))
    RETURNING id AS "jobId", team_id AS "teamId", settled_reason AS reason, done + failed AS pages,
      url_lists_taken AS "urlLists", error`;
  return rows[0];
}

export async function readSettlement(database: Queryable, jobId: string): Promise<Settlement | undefined> {
  return (await readSettlements(database, [jobId]))[0];
}

export function readSettlements(database: Queryable, jobIds: readonly string[]): Promise<Settlement[]> {
  return database.$queryRaw<Settlement[]>`
    SELECT id AS "jobId", team_id AS "teamId", settled_reason AS reason, done + failed AS pages,
      url_lists_taken AS "urlLists", error
    FROM frontier_jobs WHERE id = ANY(${[...jobIds]}::uuid[]) AND state = 'settled'`;
}
