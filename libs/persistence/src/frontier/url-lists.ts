import type { Queryable, Transaction } from '../database';

/** The first untaken URL list: an array of BatchUrl, unparsed. */
export async function readUntakenUrlList(
  database: Queryable,
  jobId: string,
): Promise<{ position: number; urls: unknown } | undefined> {
  const rows = await database.$queryRaw<{ position: number; urls: unknown }[]>`
    SELECT l.position, l.urls FROM job_url_lists l
    JOIN frontier_jobs j ON j.id = l.job_id AND l.position >= j.url_lists_taken
    WHERE l.job_id = ${jobId}::uuid
    ORDER BY l.position
    LIMIT 1`;
  return rows[0];
}

export async function countUrlListTaken(transaction: Transaction, jobId: string, position: number): Promise<void> {
  await transaction.$executeRaw`
    UPDATE frontier_jobs SET url_lists_taken = greatest(url_lists_taken, ${position + 1}::int)
    WHERE id = ${jobId}::uuid`;
}

/** Reopens a settled job with untaken lists unless it has ended. Returns whether there is a list. */
export async function reopenForUrlLists(database: Queryable, jobId: string, now: Date): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE frontier_jobs f
    SET state = 'running', settled_at = NULL, settled_reason = NULL, error = NULL,
        seeding_until = coalesce(f.seeding_until, ${now.toISOString()}::timestamptz)
    FROM jobs j
    WHERE f.id = ${jobId}::uuid AND j.id = f.id AND j.state = 'scraping' AND f.cancelled_at IS NULL
      AND f.url_lists_taken < (SELECT count(*) FROM job_url_lists l WHERE l.job_id = f.id)`;
  return changed === 1;
}
