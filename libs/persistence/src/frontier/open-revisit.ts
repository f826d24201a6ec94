import type { Transaction } from '../database';

/**
 * Reopens a crawl that would settle now to seed URLs from earlier crawls, unless the limit is reached or the start URL
 * failed (its links are unknown, not hidden). Returns whether it was reopened. The job must be locked.
 */
export async function openRevisit(transaction: Transaction, jobId: string, now: Date): Promise<boolean> {
  const changed = await transaction.$executeRaw`
    UPDATE frontier_jobs SET recall = 'open', seeding_until = ${now.toISOString()}::timestamptz
    WHERE id = ${jobId}::uuid AND recall = 'due' AND state = 'running' AND queued = 0 AND leased = 0
      AND seeding_until IS NULL AND cancelled_at IS NULL AND done > 0 AND admitted < coalesce("limit", 2147483647)
      AND NOT EXISTS (SELECT 1 FROM frontier_pages p WHERE uuid_send(p.job_id) = uuid_send(frontier_jobs.id) AND p.state = 'failed'
                      AND p.is_start AND p.reason <> 'out-of-scope')`;
  return changed === 1;
}
