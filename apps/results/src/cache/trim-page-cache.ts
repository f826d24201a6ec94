import { type Database, evictCachedPages, measurePageCache } from '@orbweaver/persistence';
import type { ResultsMetrics } from '../results-metrics';

/** Rows that one statement deletes: nobody waits for it for long. */
const STEP_ROWS = 200;

export interface CacheBounds {
  /** 0: the cache is off, and nothing stays in it. */
  maxBytes: number;
  maxAgeMs: number;
  nowMs: number;
}

/** Makes the page cache as small and as young as it has to be: the oldest pages go first. Several may do it at once. */
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
    // Not more than what is too much, by the mean.
    const limit = Math.min(STEP_ROWS, Math.max(1, Math.ceil(((bytes - maxBytes) / bytes) * entries)));
    const evicted = await evictCachedPages(database, { limit });
    // Another replica is at the rest of it.
    if (evicted.entries === 0) break;
    metrics.cacheEvictions.inc({ cause: 'size' }, evicted.entries);
    entries -= evicted.entries;
    bytes -= evicted.bytes;
  }
  metrics.cacheEntries.set(entries);
  metrics.cacheBytes.set(bytes);
}
