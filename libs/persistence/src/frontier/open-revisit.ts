import type { Transaction } from '../database';

/**
 * Reopens a crawl that would settle now, to look for the pages that earlier crawls found: their URLs are one more kind
 * of seed. Not when the limit is reached, or when the start URL could not be read: then what it links to is unknown,
 * not hidden. Answers whether it reopened. The job must be locked.
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
