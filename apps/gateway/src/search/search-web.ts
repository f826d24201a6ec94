import { Inject, Injectable } from '@nestjs/common';
import { type Caller, type Database, findShortage, newJobId, readFreeCredits } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG, SEARCH_ENGINE } from '@orbweaver/platform';
import {
  type SearchEngine,
  SearchError,
  type SearchHit,
  type SearchResults,
  type SearchSource,
} from '@orbweaver/search';
import { ApiError } from '../errors/api-error';
import { insufficientCredits } from '../errors/insufficient-credits';
import { RequestBills } from '../submit/request-bills';
import { ScrapePages } from '../submit/scrape-pages';
import { TargetUrls } from '../url/target-urls';
import type { ScrapedHit, SearchOutcome, SearchSubmission } from '../wire/search-submission';
import { ScrapeHits } from './scrape-hits';
import { refuseSearch, searchNotConfigured, searchTimedOut } from './search-errors';
import { buildQuery, categoryOf, isRequestedHit } from './search-query';

const CREDITS_PER_PART = 2;
const HITS_PER_PART = 10;
/** Hits that domain filters may remove are requested in addition. */
const SPARE_FACTOR = 2;

/** Searches the web, and scrapes the hits on request. Bills the search once; pages are billed as scrapes. */
@Injectable()
export class SearchWeb {
  constructor(
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine | undefined,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
    private readonly bills: RequestBills,
    private readonly scrapes: ScrapePages,
    private readonly targets: TargetUrls,
  ) {}

  /**
   * Undefined if the caller disconnected. @throws ApiError 400 without a search engine, 402 without credits, 408 after
   * the timeout without hits, 503 if the engine fails
   */
  async search(caller: Caller, asked: SearchSubmission, gone: AbortSignal): Promise<SearchOutcome | undefined> {
    if (this.engine === undefined) throw searchNotConfigured();
    if (asked.scrape !== undefined) this.scrapes.check(asked.scrape, asked.zeroDataRetention);
    await this.checkCredits(caller);
    const deadlineAt = Date.now() + asked.timeoutMs;
    const late = AbortSignal.timeout(asked.timeoutMs);
    const stop = AbortSignal.any([gone, late]);
    const found = await this.find(this.engine, asked, stop);
    if (gone.aborted) return undefined;
    if (found.hits.size === 0 && found.error !== undefined)
      throw late.aborted ? searchTimedOut() : refuseSearch(found.error);
    const id = newJobId();
    const credits = await this.bill(caller, id, [...found.hits.values()].flat().length);
    const scraping = new ScrapeHits(this.scrapes, this.targets, { caller, asked, stop, deadlineAt });
    const hits: SearchOutcome['hits'] = Object.fromEntries(
      await Promise.all(
        [...found.hits].map(async ([source, list]) => [
          source,
          source === 'images' ? list : await scraping.addDocuments(list),
        ]),
      ),
    );
    if (gone.aborted) return undefined;
    return { id, hits, creditsUsed: credits + scraping.creditsUsed, warnings: [...asked.warnings, ...found.warnings] };
  }

  private async checkCredits(caller: Caller): Promise<void> {
    const credits = caller.creditsLimited ? await readFreeCredits(this.database, caller.teamId) : null;
    const shortage = findShortage(credits, CREDITS_PER_PART);
    if (shortage !== undefined) throw insufficientCredits(shortage);
  }

  private async bill(caller: Caller, id: string, hits: number): Promise<number> {
    const credits = CREDITS_PER_PART * Math.ceil(hits / HITS_PER_PART);
    if (credits > 0) await this.bills.send(caller, { id, operation: 'search', credits });
    return credits;
  }

  /** The hits of each source that answered, and the first error of the others. */
  private async find(engine: SearchEngine, asked: SearchSubmission, stop: AbortSignal) {
    const { query, warnings } = buildQuery(asked);
    const isFiltered = asked.includeDomains.length + asked.excludeDomains.length + asked.categories.length > 0;
    const limit = isFiltered ? asked.limit * SPARE_FACTOR : asked.limit;
    const answers = await Promise.allSettled(
      asked.sources.map((source) => engine.search({ ...query, source, limit }, stop)),
    );
    const hits = new Map<SearchSource, ScrapedHit[]>();
    let error: unknown;
    for (const [index, source] of asked.sources.entries()) {
      const answer = answers[index]!;
      if (answer.status === 'rejected') {
        error ??= answer.reason;
        const { reason } = answer;
        if (!stop.aborted) this.log.warn('search-failed', { source, failure: failureOf(reason) }, reason);
        warnings.push(`The search for ${source} failed: ${messageOf(reason)}.`);
        continue;
      }
      hits.set(source, this.select(answer.value, asked));
      const { hits: list, unresponsive } = answer.value;
      if (list.length === 0 && unresponsive.length > 0) warnings.push(noAnswer(source, unresponsive));
      if (stop.aborted && list.length < limit) warnings.push(cutAtTimeout(source));
    }
    return { hits, error, warnings };
  }

  private select(results: SearchResults, asked: SearchSubmission): ScrapedHit[] {
    const wanted = results.hits.filter(
      (hit) => isRequestedHit(hit, asked) && !(asked.ignoreInvalidURLs && this.isRefused(hit)),
    );
    return wanted.slice(0, asked.limit).map((hit) => {
      const category = categoryOf(hit, asked.categories);
      return category === undefined ? hit : { ...hit, category };
    });
  }

  private isRefused({ url }: SearchHit): boolean {
    try {
      this.targets.require(['url'], url);
      return false;
    } catch (error) {
      if (error instanceof ApiError) return true;
      throw error;
    }
  }
}

const failureOf = (error: unknown) => (error instanceof SearchError ? error.failure : 'unknown');

const messageOf = (error: unknown) => (error instanceof SearchError ? error.message : 'the time limit was reached');

const MAX_NAMED = 5;

const cutAtTimeout = (source: SearchSource) =>
  `The search for ${source} reached its time limit, so results may be missing. Set a higher \`timeout\`.`;

const noAnswer = (source: SearchSource, engines: readonly string[]) =>
  `Engines that did not answer the search for ${source}: ${engines.slice(0, MAX_NAMED).join(', ')}.`;
