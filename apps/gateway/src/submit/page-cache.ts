import type { CacheQuestion, Clock } from '@orbweaver/core';
import {
  type CachedPage,
  captureId,
  type Database,
  type FoundCachedPage,
  findCachedPages,
  readCachedPages,
} from '@orbweaver/persistence';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

/**
 * Memory for the pages that were read last. Many scrapes ask for the same page, and a remembered page costs less than a
 * hundredth of a read.
 */
const REMEMBERED_BYTES = 32 * 1024 * 1024;
/** Look-ups in one statement. Bodies may have 12 MiB; those who open them have reserved memory for that. */
const MAX_LOOK_UPS = 500;

/**
 * Reads the page cache. A look-up takes two round trips to the database, so look-ups that arrive during one are made
 * together after it, and pages are remembered. Rejects when the database does.
 */
export class PageCache {
  private readonly found: DataLoader<CacheQuestion, FoundCachedPage | undefined>;
  private readonly read: DataLoader<FoundCachedPage, CachedPage | undefined>;
  /** By capture: a capture never changes, and `find` has said that it is still in the cache. */
  private readonly remembered: LRUCache<string, CachedPage, FoundCachedPage>;

  constructor(database: Database, clock: Clock, perTeam: boolean) {
    this.found = oneAtATime((questions) => findCachedPages(database, questions, clock(), { perTeam }));
    this.read = oneAtATime((pages) => readCachedPages(database, pages));
    this.remembered = new LRUCache<string, CachedPage, FoundCachedPage>({
      maxSize: REMEMBERED_BYTES,
      sizeCalculation: ({ body, screenshot }) => 1 + body.byteLength + (screenshot?.byteLength ?? 0),
      fetchMethod: (_key, _stale, { context }) => this.read.load(context),
      // A caller gets its page even when others evict it from this memory meanwhile.
      ignoreFetchAbort: true,
    });
  }

  async find(question: CacheQuestion): Promise<FoundCachedPage | undefined> {
    return await this.found.load(question);
  }

  /** Undefined when the page was evicted or replaced after `find`. */
  async open(page: FoundCachedPage): Promise<CachedPage | undefined> {
    return await this.remembered.fetch(`${captureId(page)} ${page.withScreenshot}`, { context: page });
  }
}

/** Runs one call at a time. Keys that arrive meanwhile are loaded together by the next call. */
function oneAtATime<K, V>(load: (keys: readonly K[]) => Promise<V[]>): DataLoader<K, V> {
  let last: Promise<unknown> = Promise.resolve();
  const loadNext = (keys: readonly K[]) => {
    const loading = load(keys);
    last = loading.catch(() => undefined);
    return loading;
  };
  return new DataLoader(loadNext, {
    cache: false,
    maxBatchSize: MAX_LOOK_UPS,
    batchScheduleFn: (start) => void last.then(start),
  });
}
