import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { cachedBytes, type Database, type NewCachedPage, writeCachedPages } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { Batcher } from '../batcher';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { ResultsSignals } from '../results-signals';

const MIB = 1024 * 1024;
/** More than a database takes that is only slow for a moment; what comes on top is not kept. */
const MAX_WAITING_BYTES = 48 * MIB;
const MAX_BATCH_BYTES = 8 * MIB;
const MAX_BATCH_PAGES = 100;
/** How long the answer of a scrape may wait for its page to be in the cache; it takes some milliseconds. */
const PATIENCE_MS = 100;
/** Of the cache's size: after so much was written, it is measured again without waiting for the clock. */
const MEASURED_SHARE = 1 / 32;

/**
 * Writes what came back for pages to the page cache, after the pages themselves are stored: nobody waits for it, and
 * what cannot be written is lost, which costs somebody a fetch.
 */
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
  ) {
    this.maxBytes = config.PAGE_CACHE_MAX_MIB * MIB;
    this.batcher = new Batcher<NewCachedPage>({
      run: (pages) => this.write(pages),
      // A page that the database refuses takes its batch with it: trying each one would only cost more.
      isHopeless: () => true,
      maxItems: MAX_BATCH_PAGES,
      maxWeight: MAX_BATCH_BYTES,
      weigh: cachedBytes,
      concurrency: 1,
      roomWeight: MAX_WAITING_BYTES,
    });
  }

  /** Resolves when the pages are written or lost, or after a moment: nobody waits for the cache for long. */
  async add(pages: readonly NewCachedPage[]): Promise<void> {
    if (this.maxBytes === 0) return;
    const written = Promise.all(pages.map((page) => this.addPage(page)));
    const over = new AbortController();
    const patience = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([written, patience]);
    over.abort();
  }

  /** Resolves when nothing waits any more. */
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
      await writeCachedPages(this.database, pages);
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

/** Its bytes are a part of those of a whole message, which would stay in memory as long as they do. */
function detach(page: NewCachedPage): NewCachedPage {
  const { body, screenshot } = page;
  return {
    ...page,
    ...(body && { body: Uint8Array.from(body) }),
    ...(screenshot && { screenshot: Uint8Array.from(screenshot) }),
  };
}
