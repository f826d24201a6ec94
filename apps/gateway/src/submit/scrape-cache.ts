import { Inject, Injectable } from '@nestjs/common';
import { cachePart, cacheQuestionOf, type RenderPage } from '@orbweaver/contracts';
import type { Clock } from '@orbweaver/core';
import type { Database, FoundCachedPage } from '@orbweaver/persistence';
import { CLOCK, CONFIG, DATABASE, type EventLog, LOG, METRICS } from '@orbweaver/platform';
import { E_TIMEOUT, Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import { Counter, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';
import { PageCache } from './page-cache';

/**
 * The unit in which memory is reserved. Not bytes: at each release the semaphore counts down its free units one by one,
 * which took an eighth of a second with 64 Mi units.
 */
const UNIT_BYTES = 64 * 1024;
/** Memory for cached pages that are being sent. */
const MEMORY_UNITS = (64 * 1024 * 1024) / UNIT_BYTES;
/** How long a scrape waits for memory. Then its page is fetched, which needs the rest of its time. */
const MEMORY_WAIT_MS = 2000;

/** Undefined: there is nothing, or no page from the cache is wanted. */
export type LookUpOutcome = FoundCachedPage | 'failed' | undefined;

/**
 * Looks scrapes up in the page cache. Renderers have no database, so a cached page is sent to them in the message. When
 * the cache cannot be read, the page is fetched.
 */
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
    @Inject(METRICS) registry: Registry,
  ) {
    this.pages = new PageCache(database, clock, config.PAGE_CACHE_PER_TEAM);
    this.lookUps = new Counter({
      name: 'orbweaver_scrape_cache_lookups_total',
      help: 'Scrapes that were looked up in the page cache, by outcome: hit, miss or failed (also for want of memory)',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  /** Never rejects. It may begin before the page is accepted, and costs nothing but a statement when it is not. */
  async find(message: RenderPage): Promise<LookUpOutcome> {
    if (this.config.PAGE_CACHE_MAX_MIB === 0) return undefined;
    return await this.attempt(async () => {
      const question = cacheQuestionOf(message);
      return question && (await this.pages.find(question));
    });
  }

  /** Calls `send` with the message and what was found for it. Memory stays reserved until `send` resolves. */
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
      // Not redacted, also for pages with zeroDataRetention: the statements hold only hashes of URLs.
      this.log.warn('page-cache-not-read', {}, error);
      return 'failed';
    }
  }
}
