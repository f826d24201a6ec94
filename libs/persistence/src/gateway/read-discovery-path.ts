import type { Database } from '../database';

/** A page on the path from a seed to a page. */
export interface PathStep {
  url: string;
  depth: number;
  isStart: boolean;
  /** Known from an earlier crawl only. */
  isHidden: boolean;
  /** Whether a page links to it; otherwise it is a seed. */
  isLinked: boolean;
}

/**
 * The path by which a crawl found a page: from the seed over pages that link to each other, the page itself last. Of a
 * longer path the last `maxSteps`. Pages of a deleted job are missing.
 */
export async function readDiscoveryPath(database: Database, pageId: string, maxSteps: number): Promise<PathStep[]> {
  return database.$queryRaw<PathStep[]>`
    WITH RECURSIVE way AS (
      SELECT p.url, p.depth, p.is_start, p.is_hidden, p.found_on, 1 AS step
      FROM frontier_pages p WHERE p.id = ${pageId}::uuid
      UNION ALL
      SELECT p.url, p.depth, p.is_start, p.is_hidden, p.found_on, w.step + 1
      FROM way w JOIN frontier_pages p ON p.id = w.found_on
      WHERE w.step < ${maxSteps}::int
    )
    SELECT url, depth, is_start AS "isStart", is_hidden AS "isHidden", found_on IS NOT NULL AS "isLinked"
    FROM way ORDER BY step DESC`;
}
