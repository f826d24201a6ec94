import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ContentCipher } from '@orbweaver/object-store';
import { cachedBytes, type Database, type NewCachedPage, writeCachedPages } from '@orbweaver/persistence';
import { Batcher, CIPHER, CONFIG, DATABASE, type EventLog, encryptCachedPage, LOG } from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { ResultsSignals } from '../results-signals';

const MIB = 1024 * 1024;
/** Maximum size of pages waiting to be written. Further pages are dropped. */
const MAX_WAITING_BYTES = 48 * MIB;
const MAX_BATCH_BYTES = 8 * MIB;
const MAX_BATCH_PAGES = 100;
/** Maximum delay of a scrape response for caching its page; usually some milliseconds. */
const PATIENCE_MS = 100;
/** Share of the cache size after which the cache is measured at once. */
const MEASURED_SHARE = 1 / 32;

/** Writes fetched pages to the page cache, after the pages are stored. A failed write costs another fetch later. */
@Injectable()
export class PageCacheWriter {
  private readonly batcher: Batcher<NewCachedPage>;
  private readonly writing = new Set<Promise<void>>();
  private unmeasuredBytes = 0;

  private readonly maxBytes: number;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) config: Pick<ResultsConfig, 'PAGE_CACHE_MAX_MIB'>,
    @Inject(LOG) private readonly log: EventLog,
    private readonly metrics: ResultsMetrics,
    private readonly signals: ResultsSignals,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
  ) {
    this.maxBytes = config.PAGE_CACHE_MAX_MIB * MIB;
    this.batcher = new Batcher<NewCachedPage>({
      run: (pages) => this.write(pages),
      // A failed batch is dropped: retrying each page would only cost more.
      isHopeless: () => true,
      maxItems: MAX_BATCH_PAGES,
      maxWeight: MAX_BATCH_BYTES,
      weigh: cachedBytes,
      concurrency: 1,
      roomWeight: MAX_WAITING_BYTES,
    });
  }

  /** Resolves when the pages are written or dropped, or after PATIENCE_MS. */
  async add(pages: readonly NewCachedPage[]): Promise<void> {
    if (this.maxBytes === 0) return;
    const written = Promise.all(pages.map((page) => this.addPage(page)));
    const over = new AbortController();
    const patience = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([written, patience]);
    over.abort();
  }

  async drain(): Promise<void> {
    while (this.writing.size > 0) await Promise.all(this.writing);
  }

  private async addPage(page: NewCachedPage): Promise<void> {
    if (this.batcher.untilRoom() !== undefined) {
      this.metrics.cacheWrites.inc({ outcome: 'dropped' });
      return;
    }
    const hasToWait = this.writing.size > 0;
    const writing = this.batcher.add(hasToWait ? detach(page) : page).then(
      () => this.metrics.cacheWrites.inc({ outcome: 'written' }),
      () => this.metrics.cacheWrites.inc({ outcome: 'failed' }),
    );
    this.writing.add(writing);
    await writing;
    this.writing.delete(writing);
  }

  private async write(pages: NewCachedPage[]): Promise<void> {
    try {
      await writeCachedPages(
        this.database,
        pages.map((page) => encryptCachedPage(this.cipher, page)),
      );
    } catch (error) {
      this.log.warn('page-cache-not-written', { pages: pages.length }, error);
      throw error;
    }
    this.unmeasuredBytes += pages.reduce((sum, page) => sum + cachedBytes(page), 0);
    if (this.unmeasuredBytes < this.maxBytes * MEASURED_SHARE) return;
    this.unmeasuredBytes = 0;
    this.signals.pageCache.set();
  }
}

/** Copies the bytes, because they are slices of the whole message, which would remain in memory. */
function detach(page: NewCachedPage): NewCachedPage {
  const { body, screenshot } = page;
  return {
    ...page,
    ...(body && { body: Uint8Array.from(body) }),
    ...(screenshot && { screenshot: Uint8Array.from(screenshot) }),
  };
}
