import { Inject, Injectable } from '@nestjs/common';
import { cachePart, type RenderPage } from '@orbweaver/contracts';
import { type CacheQuestion, mayReadCache, mayWriteCache } from '@orbweaver/core';
import { type Database, type FoundPage, findKeptPages, readKeptPages } from '@orbweaver/persistence';
import { CONFIG, DATABASE } from '@orbweaver/platform';
import { CLOCK, type Clock } from '../clock';
import type { FrontierConfig } from '../frontier.config';
import { FrontierMetrics } from '../frontier-metrics';

/** Kept pages that are in memory at once, in bytes; a larger one comes alone. */
const MAX_SLICE_BYTES = 16 * 1024 * 1024;

interface Leased {
  message: RenderPage;
  found: FoundPage | undefined;
}

/**
 * Looks pages of jobs up in the page cache: renderers have no database, so what is kept travels in the message to
 * them. All pages of a round are one statement, and pages that are not there cost no second one.
 */
@Injectable()
export class PageLookUps {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: FrontierConfig,
    private readonly metrics: FrontierMetrics,
  ) {}

  /** The messages, in slices that fit into memory, with what the cache has to say of them. */
  async *complete(messages: readonly RenderPage[]): AsyncGenerator<RenderPage[]> {
    if (this.config.PAGE_CACHE_MAX_MIB === 0) {
      yield [...messages];
      return;
    }
    const asked = messages.filter((message) => mayReadCache(questionOf(message)));
    const answers = await findKeptPages(this.database, asked.map(questionOf), this.clock());
    const found = new Map(asked.map((message, index) => [message, answers[index]]));
    let slice: Leased[] = [];
    let bytes = 0;
    for (const message of messages) {
      const page = found.get(message);
      if (bytes > 0 && bytes + (page?.bytes ?? 0) > MAX_SLICE_BYTES) {
        yield await this.read(slice, found);
        slice = [];
        bytes = 0;
      }
      slice.push({ message, found: page });
      bytes += page?.bytes ?? 0;
    }
    if (slice.length > 0) yield await this.read(slice, found);
  }

  private async read(
    slice: readonly Leased[],
    asked: ReadonlyMap<RenderPage, FoundPage | undefined>,
  ): Promise<RenderPage[]> {
    const hits = slice.flatMap(({ found }) => found ?? []);
    const pages = await readKeptPages(this.database, hits);
    const pageOf = new Map(hits.map((hit, index) => [hit, pages[index]]));
    return slice.map(({ message, found }) => {
      const part = asked.has(message) ? cachePart(found && pageOf.get(found)) : undefined;
      if (part !== undefined) this.metrics.lookedUp(part.cache.state);
      // What came from the cache is in it.
      const keeps =
        part?.cache.state !== 'hit' && message.zeroDataRetention !== true && mayWriteCache(questionOf(message));
      return { ...message, ...part, ...(keeps && { keepCapture: true }) };
    });
  }
}

function questionOf({ url, spec, crawl }: RenderPage): CacheQuestion {
  return { url, spec, ...(crawl !== undefined && { dedup: crawl.dedup }) };
}
