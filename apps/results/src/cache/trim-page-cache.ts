import { type Database, evictCachedPages, measurePageCache } from '@orbweaver/persistence';
import type { ResultsMetrics } from '../results-metrics';

/** Maximum number of rows per statement, so that its locks are short. */
const STEP_ROWS = 200;

export interface CacheBounds {
  /** 0 disables and empties the cache. */
  maxBytes: number;
  maxAgeMs: number;
  nowMs: number;
}

/** Deletes the oldest pages until the page cache is within its bounds. Replicas may run it concurrently. */
export async function trimPageCache(
  { database, metrics }: { database: Database; metrics: ResultsMetrics },
  { maxBytes, maxAgeMs, nowMs }: CacheBounds,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(nowMs - maxAgeMs);
  for (let deleted = STEP_ROWS; deleted === STEP_ROWS && !signal.aborted; ) {
    deleted = (await evictCachedPages(database, { limit: STEP_ROWS, before })).entries;
    metrics.cacheEvictions.inc({ cause: 'age' }, deleted);
  }
  let { entries, bytes } = await measurePageCache(database);
  while (bytes > maxBytes && !signal.aborted) {
    // At most the excess, by the mean size of a page.
    const limit = Math.min(STEP_ROWS, Math.max(1, Math.ceil(((bytes - maxBytes) / bytes) * entries)));
    const evicted = await evictCachedPages(database, { limit });
    // Another replica deletes the rest.
    if (evicted.entries === 0) break;
    metrics.cacheEvictions.inc({ cause: 'size' }, evicted.entries);
    entries -= evicted.entries;
    bytes -= evicted.bytes;
  }
  metrics.cacheEntries.set(entries);
  metrics.cacheBytes.set(bytes);
}
