import { deadlineMs, type ScrapeSpec } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import { refuseScrape, scrapeTimedOut } from '../errors/page-failure-answer';
import type { ScrapePages } from '../submit/scrape-pages';
import type { TargetUrls } from '../url/target-urls';
import type { ScrapedHit, SearchSubmission } from '../wire/search-submission';

/** Pages of one source that are scraped at once. */
const AT_ONCE = 10;

interface Running {
  caller: Caller;
  asked: SearchSubmission;
  /** Aborts when the time is over or the caller is gone. */
  stop: AbortSignal;
  deadlineAt: number;
}

/** Scrapes the hits of one search within its time limit. A hit that fails keeps its texts and gets the reason. */
export class ScrapeHits {
  creditsUsed = 0;

  constructor(
    private readonly scrapes: ScrapePages,
    private readonly targets: TargetUrls,
    private readonly running: Running,
  ) {}

  async addDocuments(hits: readonly ScrapedHit[]): Promise<ScrapedHit[]> {
    const { scrape } = this.running.asked;
    if (scrape === undefined) return [...hits];
    const done: ScrapedHit[] = [...hits];
    const queue = hits.entries();
    const work = async () => {
      for (const [index, hit] of queue) done[index] = await this.scrape(hit, scrape);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, hits.length) }, work));
    return done;
  }

  private async scrape(hit: ScrapedHit, spec: ScrapeSpec): Promise<ScrapedHit> {
    try {
      return { ...hit, document: await this.documentOf(hit, spec) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { ...hit, failure: { code: error.extra.code, message: error.message } };
    }
  }

  /** @throws ApiError with the reason why the page has no document */
  private async documentOf({ url }: ScrapedHit, spec: ScrapeSpec) {
    const { caller, asked, stop, deadlineAt } = this.running;
    const target = this.targets.require([], url, caller.hosts);
    const timeoutMs = Math.min(spec.timeoutMs, deadlineAt - Date.now() - (deadlineMs(spec) - spec.timeoutMs));
    if (timeoutMs <= 0) throw scrapeTimedOut();
    const { origin, integration, zeroDataRetention } = asked;
    const submission = { target, spec: { ...spec, timeoutMs }, origin, integration, zeroDataRetention };
    const done = await this.scrapes.scrape(caller, submission, stop);
    if (done === undefined) throw scrapeTimedOut();
    const { state, content, metadata, reason, message } = done.result;
    if (state === 'failed' || content === null || metadata === null) {
      throw refuseScrape(reason ?? 'conversion-failed', message ?? 'The page has no document');
    }
    this.creditsUsed += creditsOf(metadata);
    return { content, metadata };
  }
}

/** @param metadata JSON of a DocumentMetadata */
function creditsOf(metadata: string): number {
  const { creditsUsed } = JSON.parse(metadata) as { creditsUsed?: unknown };
  return typeof creditsUsed === 'number' ? creditsUsed : 0;
}
