import type { Database } from '../database';

/** Settled jobs that are complete but not ended, or that were cancelled before `cancelledBefore`. */
export async function findJobsToEnd(
  database: Database,
  options: { cancelledBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM jobs
    WHERE state = 'scraping' AND settled_at IS NOT NULL
      AND ((completed + failed >= settled_pages
            AND settled_url_lists >= (SELECT count(*) FROM job_url_lists l WHERE l.job_id = jobs.id))
           OR (settled_at <= ${options.cancelledBefore}::timestamptz
               AND (settled_reason = 'cancelled' OR cancel_requested_at IS NOT NULL)))
    ORDER BY created_at
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}

/** Scrapes without a result, oldest first. Their specs contain the deadlines. */
export function findOpenScrapes(
  database: Database,
  options: { createdBefore: Date; limit: number },
): Promise<{ id: string; createdAt: Date; spec: unknown }[]> {
  return database.$queryRaw`
    SELECT id, created_at AS "createdAt", spec FROM jobs
    WHERE state = 'scraping' AND kind = 'scrape' AND created_at <= ${options.createdBefore}::timestamptz
    ORDER BY created_at
    LIMIT ${options.limit}::int`;
}
