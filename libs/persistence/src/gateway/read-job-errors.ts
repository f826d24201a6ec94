import type { PageFailureReason } from '@orbweaver/core';
import type { Database } from '../database';

export interface PageError {
  pageId: string;
  failedAt: Date;
  /** As the caller or the linking page wrote it. */
  sourceUrl: string;
  reason: PageFailureReason;
  message: string;
}

/** The failed pages of a job in the order in which they were stored. */
export function readPageErrors(database: Database, jobId: string): Promise<PageError[]> {
  return database.$queryRaw<PageError[]>`
    SELECT id AS "pageId", stored_at AS "failedAt", source_url AS "sourceUrl", reason, coalesce(message, '') AS message
    FROM pages
    WHERE job_id = ${jobId}::uuid AND state = 'failed'
    ORDER BY stored_at, id`;
}

/** The URLs that robots.txt kept out of a crawl, in the order of their discovery. */
export async function readRobotsBlocked(database: Database, jobId: string): Promise<string[]> {
  const rows = await database.$queryRaw<{ url: string }[]>`
    SELECT url FROM frontier_pages
    WHERE job_id = ${jobId}::uuid AND state = 'skipped' AND reason = 'robots'
    ORDER BY ordinal`;
  return [...new Set(rows.map((row) => row.url))];
}

export async function hasRobotsBlocked(database: Database, jobId: string): Promise<boolean> {
  const rows = await database.$queryRaw<{ blocked: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM frontier_pages
                   WHERE job_id = ${jobId}::uuid AND state = 'skipped' AND reason = 'robots') AS blocked`;
  return rows[0]?.blocked ?? false;
}
