import type { Transaction } from '../database';

export interface PageRequeue {
  jobId: string;
  pageId: string;
  /** Fencing token: must equal the page's epoch. */
  epoch: number;
  dueAt: Date;
  /** The host responded with 429 or 503: counts as a deferral, not as an attempt. */
  deferred?: boolean;
  /** No request was sent: not counted as an attempt. */
  returned?: boolean;
}

/** Requeues a leased page. False if the epoch is stale. The job must be locked. */
export async function requeuePage(transaction: Transaction, requeue: PageRequeue): Promise<boolean> {
  const deferred = requeue.deferred ? 1 : 0;
  const uncounted = requeue.deferred || requeue.returned ? 1 : 0;
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    WITH asked AS MATERIALIZED (
      SELECT id, job_id, epoch, state FROM frontier_pages WHERE id = ${requeue.pageId}::uuid
    ), page AS (
      UPDATE frontier_pages p
      SET state = 'queued', lease_until = NULL, due_at = ${requeue.dueAt.toISOString()}::timestamptz,
          deferrals = deferrals + ${deferred}::int, attempt = attempt - ${uncounted}::int
      FROM asked
      WHERE p.id = asked.id AND asked.job_id = ${requeue.jobId}::uuid AND asked.epoch = ${requeue.epoch}::int
        AND asked.state = 'leased'
      RETURNING p.id
    ), job AS (
      UPDATE frontier_jobs SET leased = leased - 1, queued = queued + 1
      WHERE id = ${requeue.jobId}::uuid AND EXISTS (SELECT 1 FROM page)
    )
    SELECT id FROM page`;
  return rows.length === 1;
}
