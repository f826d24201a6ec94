import type { Queryable } from '../database';

/** What is known of a page before a result for it is stored. */
export interface PageFence {
  pageId: string;
  /** Set when the page has a stored result already. */
  storedState: 'done' | 'failed' | null;
  /** The job that it was stored for. */
  storedJobId: string | null;
  /** The page's job, and its URL; null for a page without a frontier (a scrape). */
  jobId: string | null;
  url: string | null;
  /** The page's newest lease; null for a page without a frontier (a scrape). */
  epoch: number | null;
  /** True when the frontier took the page out: it may not give a document any more. */
  skipped: boolean;
}

/**
 * To store by, call it after locking the jobs, in a statement of its own: a statement that waited for the lock still sees the tables
 * as they were before the wait.
 */
export function readPageFences(transaction: Queryable, pageIds: readonly string[]): Promise<PageFence[]> {
  return transaction.$queryRaw<PageFence[]>`
    SELECT asked.id AS "pageId", p.state AS "storedState", p.job_id AS "storedJobId",
           f.job_id AS "jobId", f.url, f.epoch, coalesce(f.state = 'skipped', false) AS skipped
    FROM unnest(${[...new Set(pageIds)]}::uuid[]) AS asked(id)
    LEFT JOIN pages p ON p.id = asked.id
    LEFT JOIN frontier_pages f ON f.id = asked.id`;
}
