import type { Transaction } from '../database';

/**
 * A crawl that would be settled now looks for the pages that earlier ones came to: their URLs are one more kind of
 * seeds, so it stays open until they are in. Not when the limit is reached or the start URL could not be read: what it
 * links to is then unknown, not hidden. Answers whether it opened. The job must be locked.
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
