import { Inject, Injectable } from '@nestjs/common';
import { cachePart, cacheQuestionOf, type RenderPage } from '@orbweaver/contracts';
import type { CacheQuestion, Clock } from '@orbweaver/core';
import type { ContentCipher } from '@orbweaver/object-store';
import {
  type CachedPage,
  type Database,
  type FoundCachedPage,
  findCachedPages,
  readCachedPages,
} from '@orbweaver/persistence';
import { CIPHER, CLOCK, CONFIG, DATABASE, decryptCachedPage, type EventLog, LOG } from '@orbweaver/platform';
import type { FrontierConfig } from '../frontier.config';
import { FrontierMetrics } from '../frontier-metrics';

/** Maximum size of cached pages in memory; a larger page is sent alone. */
const MAX_SLICE_BYTES = 16 * 1024 * 1024;

/** The cached page; `failed`: the cache could not be read. */
type Answer = FoundCachedPage | 'miss' | 'failed';

interface Leased {
  message: RenderPage;
  answer: Answer | undefined;
}

/**
 * Looks up pages of jobs in the page cache. Renderers have no database, so a cached page is part of their message. All
 * pages of a round are looked up in one statement. When the cache cannot be read, the pages are fetched.
 */
@Injectable()
export class CacheLookUps {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: FrontierConfig,
    @Inject(LOG) private readonly log: EventLog,
    private readonly metrics: FrontierMetrics,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
  ) {}

  /** The messages including cached pages, in slices that fit into memory. */
  async *complete(messages: readonly RenderPage[]): AsyncGenerator<RenderPage[]> {
    if (this.config.PAGE_CACHE_MAX_MIB === 0) {
      yield [...messages];
      return;
    }
    const answers = await this.find(messages);
    let slice: Leased[] = [];
    let bytes = 0;
    for (const message of messages) {
      const answer = answers.get(message);
      const pageBytes = typeof answer === 'object' ? answer.bytes : 0;
      if (bytes > 0 && bytes + pageBytes > MAX_SLICE_BYTES) {
        yield await this.read(slice);
        slice = [];
        bytes = 0;
      }
      slice.push({ message, answer });
      bytes += pageBytes;
    }
    if (slice.length > 0) yield await this.read(slice);
  }

  private async find(messages: readonly RenderPage[]): Promise<Map<RenderPage, Answer>> {
    const asked: RenderPage[] = [];
    const questions: CacheQuestion[] = [];
    for (const message of messages) {
      const question = cacheQuestionOf(message);
      if (question === undefined) continue;
      asked.push(message);
      questions.push(question);
    }
    const found = await this.attempt(questions.length, () => this.ask(questions));
    return new Map(asked.map((message, index) => [message, found === 'failed' ? found : (found[index] ?? 'miss')]));
  }

  private async ask(questions: readonly CacheQuestion[]): Promise<(FoundCachedPage | undefined)[]> {
    return await findCachedPages(this.database, questions, this.clock(), { perTeam: this.config.PAGE_CACHE_PER_TEAM });
  }

  private async read(slice: readonly Leased[]): Promise<RenderPage[]> {
    const hits = slice.flatMap(({ answer }) => (typeof answer === 'object' ? [answer] : []));
    const read = await this.attempt(hits.length, () => readCachedPages(this.database, hits));
    const pages = new Map<Answer, CachedPage | undefined>(
      read === 'failed' ? [] : hits.map((hit, index) => [hit, this.decrypt(hit, read[index])]),
    );
    return slice.map(({ message, answer }) => {
      const part = cachePart(message, answer && pages.get(answer));
      const isUnread = answer === 'failed' || (typeof answer === 'object' && read === 'failed');
      if (part.cache !== undefined) this.metrics.lookedUp(isUnread ? 'failed' : part.cache.state);
      return { ...message, ...part };
    });
  }

  private decrypt(hit: FoundCachedPage, page: CachedPage | undefined): CachedPage | undefined {
    return page && decryptCachedPage(this.cipher, hit, page);
  }

  private async attempt<T>(pages: number, look: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await look();
    } catch (error) {
      // Safe to log for ephemeral pages too: the statements contain only hashes of URLs.
      this.log.warn('page-cache-not-read', { pages }, error);
      return 'failed';
    }
  }
}
