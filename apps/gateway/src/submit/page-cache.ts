import type { CacheQuestion, Clock } from '@orbweaver/core';
import type { ContentCipher } from '@orbweaver/object-store';
import {
  type CachedPage,
  captureId,
  type Database,
  type FoundCachedPage,
  findCachedPages,
  readCachedPages,
} from '@orbweaver/persistence';
import { decryptCachedPage } from '@orbweaver/platform';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

/** Memory limit of recently read pages. A hit in memory costs less than 1 % of a read. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** Look-ups per statement. Bodies can have 12 MiB; callers of `open` have reserved memory. */
const MAX_LOOK_UPS = 500;

/** Reads the page cache. Batches look-ups that arrive during a query, and keeps recent pages in memory. */
export class PageCache {
  private readonly found: DataLoader<CacheQuestion, FoundCachedPage | undefined>;
  private readonly read: DataLoader<FoundCachedPage, CachedPage | undefined>;
  /** By capture: captures are immutable, and `find` checks that they are still cached. */
  private readonly recent: LRUCache<string, CachedPage, FoundCachedPage>;

  constructor(database: Database, clock: Clock, cipher: ContentCipher, perTeam: boolean) {
    this.found = oneAtATime((questions) => findCachedPages(database, questions, clock(), { perTeam }));
    this.read = oneAtATime(async (pages) => {
      const read = await readCachedPages(database, pages);
      return read.map((page, index) => page && decryptCachedPage(cipher, pages[index]!, page));
    });
    this.recent = new LRUCache<string, CachedPage, FoundCachedPage>({
      maxSize: MEMORY_BYTES,
      sizeCalculation: ({ body, screenshot }) => 1 + body.byteLength + (screenshot?.byteLength ?? 0),
      fetchMethod: (_key, _stale, { context }) => this.read.load(context),
      // Return the page even if it is evicted during the read.
      ignoreFetchAbort: true,
    });
  }

  async find(question: CacheQuestion): Promise<FoundCachedPage | undefined> {
    return await this.found.load(question);
  }

  /** Undefined if the page was evicted or replaced after `find`. */
  async open(page: FoundCachedPage): Promise<CachedPage | undefined> {
    return await this.recent.fetch(`${captureId(page)} ${page.withScreenshot}`, { context: page });
  }
}

/** Runs one call at a time. Keys that arrive in the meantime are batched in the next call. */
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
