import type { Queryable } from '../database';

export interface PageFence {
  pageId: string;
  storedState: 'done' | 'failed' | null;
  storedJobId: string | null;
  jobId: string | null;
  url: string | null;
  /** The newest lease; null without a frontier (a scrape). */
  epoch: number | null;
  /** The frontier has skipped the page, so its document must be rejected. */
  skipped: boolean;
}

/**
 * Call it after locking the jobs, in a separate statement: one that waited for the lock still sees the tables as of its
 * start.
 */
export function readPageFences(transaction: Queryable, pageIds: readonly string[]): Promise<PageFence[]> {
  return transaction.$queryRaw<PageFence[]>`
    SELECT asked.id AS "pageId", p.state AS "storedState", p.job_id AS "storedJobId",
           f.job_id AS "jobId", f.url, f.epoch, coalesce(f.state = 'skipped', false) AS skipped
    FROM unnest(${[...new Set(pageIds)]}::uuid[]) AS asked(id)
    LEFT JOIN pages p ON p.id = asked.id
    LEFT JOIN frontier_pages f ON f.id = asked.id`;
}
