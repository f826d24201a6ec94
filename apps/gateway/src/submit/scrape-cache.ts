import { Inject, Injectable } from '@nestjs/common';
import { cachePart, cacheQuestionOf, type RenderPage } from '@orbweaver/contracts';
import type { Clock } from '@orbweaver/core';
import type { ContentCipher } from '@orbweaver/object-store';
import type { Database, FoundCachedPage } from '@orbweaver/persistence';
import { CIPHER, CLOCK, CONFIG, DATABASE, type EventLog, LOG, METRICS } from '@orbweaver/platform';
import { E_TIMEOUT, Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import { Counter, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';
import { PageCache } from './page-cache';

/** Unit of memory reservations. With bytes, the semaphore took 125 ms per release: it counts units one by one. */
const UNIT_BYTES = 64 * 1024;
/** Memory limit of cached pages being sent. */
const MEMORY_UNITS = (64 * 1024 * 1024) / UNIT_BYTES;
/** Maximum wait for memory, after which the page is fetched. */
const MEMORY_WAIT_MS = 2000;

/** Undefined: not cached, or the cache may not be used. */
export type LookUpOutcome = FoundCachedPage | 'failed' | undefined;

/** Looks up scrapes in the page cache and sends cached pages in the message: renderers have no database. */
@Injectable()
export class ScrapeCache {
  private readonly lookUps: Counter<'outcome'>;
  private readonly memory: SemaphoreInterface = withTimeout(new Semaphore(MEMORY_UNITS), MEMORY_WAIT_MS);

  private readonly pages: PageCache;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(CLOCK) clock: Clock,
    @Inject(CIPHER) cipher: ContentCipher,
    @Inject(METRICS) registry: Registry,
  ) {
    this.pages = new PageCache(database, clock, cipher, config.PAGE_CACHE_PER_TEAM);
    this.lookUps = new Counter({
      name: 'orbweaver_scrape_cache_lookups_total',
      help: 'Look-ups of scrapes in the page cache, by outcome: hit, miss or failed (database error or no free memory)',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  /** Never rejects. Can start before the job is accepted. */
  async find(message: RenderPage): Promise<LookUpOutcome> {
    if (this.config.PAGE_CACHE_MAX_MIB === 0) return undefined;
    return await this.attempt(async () => {
      const question = cacheQuestionOf(message);
      return question && (await this.pages.find(question));
    });
  }

  /** Calls `send` with the message and the cached page. Memory is reserved until `send` resolves. */
  async complete(
    message: RenderPage,
    found: LookUpOutcome,
    send: (message: RenderPage) => Promise<void>,
  ): Promise<void> {
    if (this.config.PAGE_CACHE_MAX_MIB === 0) return await send(message);
    const reserved = typeof found === 'object' ? await this.reserve(found) : found;
    try {
      const page = typeof reserved === 'object' ? await this.read(reserved.page) : reserved;
      const part = cachePart(message, typeof page === 'object' ? page : undefined);
      if (part.cache !== undefined) this.lookUps.inc({ outcome: page === 'failed' ? page : part.cache.state });
      await send({ ...message, ...part });
    } finally {
      if (typeof reserved === 'object') reserved.release();
    }
  }

  private async read(page: FoundCachedPage) {
    return await this.attempt(() => this.pages.open(page));
  }

  private async reserve(page: FoundCachedPage): Promise<{ page: FoundCachedPage; release: () => void } | 'failed'> {
    try {
      const [, release] = await this.memory.acquire(Math.min(Math.ceil(page.bytes / UNIT_BYTES), MEMORY_UNITS));
      return { page, release };
    } catch (error) {
      if (error !== E_TIMEOUT) throw error;
      return 'failed';
    }
  }

  private async attempt<T>(read: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await read();
    } catch (error) {
      // Not redacted: the statements contain only hashes of URLs.
      this.log.warn('page-cache-not-read', {}, error);
      return 'failed';
    }
  }
}
