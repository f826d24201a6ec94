import type { Queryable } from '../database';

/** Teams whose versions take more than `maxBytes`, and how much more. */
export function findOverfullHistories(
  database: Queryable,
  maxBytes: number,
): Promise<{ teamId: string; excessBytes: number }[]> {
  return database.$queryRaw`
    SELECT team_id AS "teamId", (sum(bytes) - ${maxBytes}::bigint)::float8 AS "excessBytes"
    FROM page_history GROUP BY team_id HAVING sum(bytes) > ${maxBytes}::bigint`;
}

/** Forgets the oldest versions of a team, at most `limit` and none more than `excessBytes` asks for. Answers their bytes. */
export async function evictVersions(
  database: Queryable,
  { teamId, excessBytes, limit }: { teamId: string; excessBytes: number; limit: number },
): Promise<number> {
  const rows = await database.$queryRaw<{ bytes: number }[]>`
    WITH oldest AS (
      SELECT key, sum(bytes) OVER (ORDER BY scraped_at, key) - bytes AS before
      FROM (SELECT key, bytes, scraped_at FROM page_history WHERE team_id = ${teamId}::uuid
            ORDER BY scraped_at, key LIMIT ${limit}::int) candidates
    ), evicted AS (
      DELETE FROM page_history
      WHERE team_id = ${teamId}::uuid
        AND key IN (SELECT key FROM oldest WHERE before < ${excessBytes}::float8)
      RETURNING bytes
    )
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM evicted`;
  return rows[0]?.bytes ?? 0;
}
