import type { CacheQuestion } from '@orbweaver/core';
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

/** Of what was read last, as some pages are asked for by many: less than a hundredth of what a hit costs is left. */
const REMEMBERED_BYTES = 32 * 1024 * 1024;
/** Of one statement. Bodies may be of 12 MiB; those who read them hold room for them. */
const MAX_LOOK_UPS = 500;

/**
 * What the page cache has. A look-up costs four ways to the database and back, so scrapes that come while one is under
 * way are looked up together after it, and what was read is remembered. Rejects as findKeptPages.
 */
export class PageCache {
  private readonly found: DataLoader<CacheQuestion, FoundCachedPage | undefined>;
  private readonly read: DataLoader<FoundCachedPage, CachedPage | undefined>;
  /** What was captured at a time never changes, and whether it is still kept `find` has said. */
  private readonly remembered: LRUCache<string, CachedPage, FoundCachedPage>;

  constructor(database: Database, perTeam: boolean) {
    this.found = oneAtATime((questions) => findCachedPages(database, questions, new Date(), { perTeam }));
    this.read = oneAtATime((pages) => readCachedPages(database, pages));
    this.remembered = new LRUCache<string, CachedPage, FoundCachedPage>({
      maxSize: REMEMBERED_BYTES,
      sizeCalculation: ({ body, screenshot }) => 1 + body.byteLength + (screenshot?.byteLength ?? 0),
      fetchMethod: (_key, _stale, { context }) => this.read.load(context),
      // Whoever waits for a page gets it, also when others have pushed it out meanwhile.
      ignoreFetchAbort: true,
    });
  }

  async find(question: CacheQuestion): Promise<FoundCachedPage | undefined> {
    return await this.found.load(question);
  }

  /** Undefined: it was evicted or replaced since it was found. */
  async open(page: FoundCachedPage): Promise<CachedPage | undefined> {
    return await this.remembered.fetch(`${captureId(page)} ${page.withScreenshot}`, { context: page });
  }
}

/** One call at a time; what comes meanwhile goes with the next one. */
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
