import type { Queryable } from '../database';

/** Read without a lock, so writes based on it must check the epoch. */
export interface LeasedPageView {
  id: string;
  jobId: string;
  state: 'queued' | 'leased' | 'done' | 'failed' | 'skipped';
  epoch: number;
  attempt: number;
  deferrals: number;
  redirects: number;
  url: string;
  sourceUrl: string;
  host: string;
  depth: number;
  isStart: boolean;
  /** Known from an earlier crawl only, not from a link or sitemap. */
  isHidden: boolean;
  foundOn: string | null;
  foundOnUrl: string | null;
  leaseUntil: Date | null;
  originUrl: string | null;
}

export async function readLeasedPage(database: Queryable, pageId: string): Promise<LeasedPageView | undefined> {
  return (await readLeasedPages(database, [pageId]))[0];
}

/** In any order; deleted pages are absent. */
export function readLeasedPages(database: Queryable, pageIds: readonly string[]): Promise<LeasedPageView[]> {
  return database.$queryRaw<LeasedPageView[]>`
    SELECT p.id, p.job_id AS "jobId", p.state, p.epoch, p.attempt, p.deferrals, p.redirects, p.url,
           p.source_url AS "sourceUrl", p.host, p.depth, p.is_start AS "isStart", p.is_hidden AS "isHidden", p.found_on AS "foundOn",
           parent.url AS "foundOnUrl", p.lease_until AS "leaseUntil", j.origin_url AS "originUrl"
    FROM frontier_pages p
    JOIN frontier_jobs j ON j.id = p.job_id
    LEFT JOIN frontier_pages parent ON parent.id = p.found_on
    WHERE p.id = ANY(${[...pageIds]}::uuid[])`;
}

export async function hasStoredDocument(database: Queryable, pageId: string): Promise<boolean> {
  const rows = await database.$queryRaw<{ stored: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM pages WHERE id = ${pageId}::uuid AND state = 'done') AS stored`;
  return rows[0]?.stored ?? false;
}
