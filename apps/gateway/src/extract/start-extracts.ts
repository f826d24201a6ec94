import { Inject, Injectable } from '@nestjs/common';
import type { BatchSpec } from '@orbweaver/core';
import type { LanguageModel } from '@orbweaver/language-model';
import type { Caller } from '@orbweaver/persistence';
import { LANGUAGE_MODEL } from '@orbweaver/platform';
import { ApiError, refuseField } from '../errors/api-error';
import { SearchWeb } from '../search/search-web';
import { checkModelWork } from '../submit/check-spec';
import { type AcceptedBatch, SubmitJobs } from '../submit/submit-jobs';
import { TargetUrls } from '../url/target-urls';
import { type ExtractFields, startOfGlob, toExtractCrawl } from '../wire/extract-fields';
import { QUERY_MAX_CHARS } from '../wire/search-fields';
import { warningOf } from '../wire/warning-of';

const SEARCHED_PAGES = 10;
/** The caller waits for the search. */
const SEARCH_TIMEOUT_MS = 15_000;

interface FoundPages {
  urls: readonly string[];
  warnings: readonly string[];
}

/** Starts an extract as a batch, or as a crawl for a URL that ends with `/*`. */
@Injectable()
export class StartExtracts {
  constructor(
    private readonly jobs: SubmitJobs,
    private readonly targets: TargetUrls,
    private readonly web: SearchWeb,
    @Inject(LANGUAGE_MODEL) private readonly model: LanguageModel | undefined,
  ) {}

  /**
   * Undefined if the caller disconnected during the web search. @param spec without the mark of an extract
   * @throws ApiError as a batch or crawl; 400 without a language model; as a search, if there are no other URLs
   */
  async start(
    caller: Caller,
    body: ExtractFields,
    { spec, warnings }: { spec: BatchSpec; warnings: readonly string[] },
    { idempotencyKey, gone }: { idempotencyKey: string | undefined; gone: AbortSignal },
  ): Promise<AcceptedBatch | undefined> {
    // Before the search, which costs credits.
    const zeroDataRetention = body.zeroDataRetention || caller.zeroDataRetention;
    checkModelWork(spec.scrape, { hasModel: this.model !== undefined, zeroDataRetention });
    const glob = startOfGlob(body.urls);
    const start = glob === undefined ? undefined : this.targets.require(['urls', 0], glob, caller.hosts).absolute;
    const found = await this.searchFor(caller, body, start, gone);
    if (found === undefined) return undefined;
    const known = [...warnings, ...found.warnings];
    const extract = { showSources: body.showSources, ...(known.length === 0 ? {} : { warnings: known }) };
    if (start !== undefined) {
      const crawl = toExtractCrawl(body, start, { ...spec, extract });
      const { id, warning } = await this.jobs.startCrawl(caller, body, crawl, idempotencyKey);
      return { id, ...(body.ignoreInvalidURLs ? { invalidURLs: [] } : {}), ...warningOf(warning, ...known) };
    }
    const urls = [...new Set([...body.urls, ...found.urls])];
    const batch = await this.jobs.startBatch(caller, { ...body, urls }, { ...spec, extract }, idempotencyKey);
    return { ...batch, ...warningOf(batch.warning, ...known) };
  }

  private async searchFor(
    caller: Caller,
    body: ExtractFields,
    start: string | undefined,
    gone: AbortSignal,
  ): Promise<FoundPages | undefined> {
    if (!body.enableWebSearch) return { urls: [], warnings: [] };
    const query = body.prompt?.trim().slice(0, QUERY_MAX_CHARS) ?? '';
    if (start !== undefined) return notSearched('a URL that ends with /* is crawled, and a crawl has one start URL');
    if (query === '') return notSearched('it needs a prompt');
    try {
      const found = await this.web.search(caller, searchFor(query, body), gone);
      const urls = found?.hits.web?.map(({ url }) => url) ?? [];
      if (urls.length === 0 && body.urls.length === 0) {
        throw refuseField(['prompt'], 'The web search found no pages. Change the prompt, or set urls');
      }
      return found === undefined ? undefined : { urls, warnings: found.warnings };
    } catch (error) {
      const isOfSearch = error instanceof ApiError && error.extra.code?.startsWith('SEARCH_') === true;
      if (!isOfSearch || body.urls.length === 0) throw error;
      return notSearched(error.message);
    }
  }
}

const notSearched = (reason: string): FoundPages => ({
  urls: [],
  warnings: [`enableWebSearch had no effect: ${reason.replace(/\.$/, '')}.`],
});

const searchFor = (query: string, { origin, integration }: ExtractFields) => ({
  query,
  limit: SEARCHED_PAGES,
  sources: ['web'] as const,
  categories: [],
  includeDomains: [],
  excludeDomains: [],
  timeoutMs: SEARCH_TIMEOUT_MS,
  ignoreInvalidURLs: true,
  origin,
  integration,
  zeroDataRetention: false,
  warnings: [],
});
