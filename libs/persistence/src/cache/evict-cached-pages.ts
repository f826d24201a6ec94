import type { Queryable } from '../database';

export interface CacheSize {
  entries: number;
  bytes: number;
}

export async function measurePageCache(database: Queryable): Promise<CacheSize> {
  const [size] = await database.$queryRaw<[CacheSize]>`
    SELECT count(*)::float8 AS entries, coalesce(sum(bytes), 0)::float8 AS bytes FROM page_cache`;
  return size;
}

/**
 * Deletes the oldest rows, at most `limit`, optionally only those before `before`. Skips rows locked by other
 * processes.
 */
export async function evictCachedPages(
  database: Queryable,
  { limit, before }: { limit: number; before?: Date },
): Promise<CacheSize> {
  const [deleted] = await database.$queryRaw<[CacheSize]>`
    WITH gone AS (
      DELETE FROM page_cache p
      USING (
        SELECT key, look, verified, succeeded FROM page_cache
        WHERE captured_at < coalesce(${before ?? null}::timestamptz, 'infinity')
        ORDER BY captured_at
        LIMIT ${limit}::int
        FOR UPDATE SKIP LOCKED) AS old
      WHERE (p.key, p.look, p.verified, p.succeeded) = (old.key, old.look, old.verified, old.succeeded)
      RETURNING p.bytes)
    SELECT count(*)::float8 AS entries, coalesce(sum(bytes), 0)::float8 AS bytes FROM gone`;
  return deleted;
}
