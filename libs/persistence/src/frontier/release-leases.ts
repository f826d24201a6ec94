import type { Transaction } from '../database';

/**
 * Returns leases that were never sent: the pages are queued as before, with a new epoch. Locks the jobs. `dueAt`:
 * earliest time of the next lease.
 */
export async function releaseLeases(
  transaction: Transaction,
  leases: readonly { pageId: string; jobId: string; epoch: number }[],
  dueAt?: Date,
): Promise<void> {
  const jobIds = [...new Set(leases.map((lease) => lease.jobId))];
  await transaction.$queryRaw`
    SELECT id FROM frontier_jobs WHERE id = ANY(${jobIds}::uuid[]) ORDER BY id FOR UPDATE`;
  await transaction.$executeRaw`
    WITH released AS (
      UPDATE frontier_pages p SET state = 'queued', lease_until = NULL, attempt = p.attempt - 1,
                                  due_at = coalesce(${dueAt?.toISOString() ?? null}::timestamptz, p.due_at)
      FROM unnest(
        ${leases.map((lease) => lease.pageId)}::uuid[], ${leases.map((lease) => lease.epoch)}::int[]
      ) AS lease(page_id, epoch)
      WHERE p.id = lease.page_id AND p.epoch = lease.epoch AND p.lease_until IS NOT NULL
      RETURNING p.job_id
    )
    UPDATE frontier_jobs j SET leased = j.leased - c.pages, queued = j.queued + c.pages
    FROM (SELECT job_id, count(*)::int AS pages FROM released GROUP BY job_id) c
    WHERE j.id = c.job_id`;
}
