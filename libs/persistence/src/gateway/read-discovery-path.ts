import type { Database } from '../database';

export interface PathStep {
  url: string;
  depth: number;
  isStart: boolean;
  isHidden: boolean;
  isLinked: boolean;
}

/** The path from a seed to a page (last), at most `maxSteps` steps. Omits pages of deleted jobs. */
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
