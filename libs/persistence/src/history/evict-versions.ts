import type { Queryable } from '../database';
import { isOfTeam } from '../index-keys';

/** Key of an advisory lock, unique in this database. */
const SUMMING_LOCK = 7_350_912;

/**
 * Teams whose versions exceed `maxBytes`. Reads an index of all versions, so only one replica at a time does it; others
 * get none. The lock lasts until the transaction ends.
 */
export async function findOverfullHistories(database: Queryable, maxBytes: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ teamId: string }[]>`
    SELECT team_id AS "teamId" FROM page_history
    WHERE (SELECT pg_try_advisory_xact_lock(${SUMMING_LOCK}::bigint))
      -- Always true; selects the index that contains the bytes.
      AND uuid_send(team_id) >= ''::bytea
    GROUP BY team_id HAVING sum(bytes) > ${maxBytes}::bigint`;
  return rows.map(({ teamId }) => teamId);
}

/**
 * Deletes a team's oldest versions down to `maxBytes`, at most `limit`, and returns their bytes. Skips locked and
 * recently renewed versions and never waits, because transactions that store pages may wait for it.
 */
export async function evictVersions(
  database: Queryable,
  { teamId, maxBytes, limit }: { teamId: string; maxBytes: number; limit: number },
): Promise<number> {
  const rows = await database.$queryRaw<{ bytes: number }[]>`
    WITH candidates AS (
      SELECT key, page_id, bytes, scraped_at FROM page_history WHERE ${isOfTeam('page_history', teamId)}
      ORDER BY scraped_at, key LIMIT ${limit}::int
    ), sums AS (
      SELECT key, page_id, sum(bytes) OVER (ORDER BY scraped_at, key) - bytes AS before FROM candidates
    ), oldest AS MATERIALIZED (
      SELECT key, page_id FROM sums
      WHERE before < (SELECT sum(bytes) - ${maxBytes}::bigint FROM page_history
                      WHERE ${isOfTeam('page_history', teamId)})
    ), free AS MATERIALIZED (
      SELECT h.team_id, h.key FROM oldest
      CROSS JOIN LATERAL (
        SELECT team_id, key, page_id FROM page_history WHERE team_id = ${teamId}::uuid AND key = oldest.key
        LIMIT 1 FOR UPDATE SKIP LOCKED
      ) h
      WHERE h.page_id = oldest.page_id
    ), evicted AS (
      DELETE FROM page_history h USING free WHERE h.team_id = free.team_id AND h.key = free.key
      RETURNING h.bytes
    )
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM evicted`;
  return rows[0]?.bytes ?? 0;
}
