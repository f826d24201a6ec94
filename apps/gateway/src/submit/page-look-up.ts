import { Inject, Injectable } from '@nestjs/common';
import { type CachePart, cachePart } from '@orbweaver/contracts';
import { type CacheQuestion, mayReadCache, mayWriteCache } from '@orbweaver/core';
import { type Database, findKeptPages, readKeptPages } from '@orbweaver/persistence';
import { CONFIG, DATABASE, METRICS } from '@orbweaver/platform';
import { Counter, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';

/** Looks scrapes up in the page cache: renderers have no database, so what is kept travels in the message to them. */
@Injectable()
export class PageLookUp {
  private readonly lookUps: Counter<'outcome'>;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(METRICS) registry: Registry,
  ) {
    this.lookUps = new Counter({
      name: 'orbweaver_scrape_cache_lookups_total',
      help: 'Scrapes that were looked up in the page cache, by outcome: hit or miss',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  async look(question: CacheQuestion): Promise<CachePart> {
    if (this.config.PAGE_CACHE_MAX_MIB === 0) return {};
    const part = mayReadCache(question) ? await this.find(question) : {};
    // What came from the cache is in it.
    return part.cache?.state !== 'hit' && mayWriteCache(question) ? { ...part, keepCapture: true } : part;
  }

  private async find(question: CacheQuestion): Promise<CachePart> {
    const [found] = await findKeptPages(this.database, [question], new Date());
    const [page] = found === undefined ? [] : await readKeptPages(this.database, [found]);
    const part = cachePart(page);
    this.lookUps.inc({ outcome: part.cache.state });
    return part;
  }
}
