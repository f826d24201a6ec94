import type { Transaction } from '../database';
import { isOfJob, skipReasonOf } from '../index-keys';

/** Queues the oldest URLs above the limit for returned slots and returns their number. The job must be locked. */
export async function promoteWaiting(transaction: Transaction, jobId: string, now: Date): Promise<number> {
  return transaction.$executeRaw`
    WITH promoted AS (
      UPDATE frontier_pages
      SET state = 'queued', reason = NULL, finished_at = NULL, due_at = ${now.toISOString()}::timestamptz
      -- An array, not a join: the planner cannot estimate the number of rows.
      WHERE id = ANY (ARRAY(
        SELECT p.id FROM frontier_pages p
        WHERE ${isOfJob('p', jobId)} AND p.state = 'skipped' AND ${skipReasonOf('p')} = 'limit'
        ORDER BY p.ordinal
        LIMIT (SELECT greatest("limit" - admitted, 0) FROM frontier_jobs WHERE id = ${jobId}::uuid)))
      RETURNING id
    ), counted AS (
      SELECT count(*)::int AS pages FROM promoted
    )
    UPDATE frontier_jobs SET admitted = admitted + pages, queued = queued + pages
    FROM counted WHERE frontier_jobs.id = ${jobId}::uuid AND pages > 0`;
}
