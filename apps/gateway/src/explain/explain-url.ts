import { Inject, Injectable } from '@nestjs/common';
import { JobSpec, MAX_URL_CHARS, SkipReason } from '@orbweaver/core';
import {
  type Caller,
  type Database,
  type JobView,
  type KnownUrl,
  type PathStep,
  pageHash,
  readDiscoveryPath,
  readKnownUrls,
  readOriginUrl,
  refusalHash,
} from '@orbweaver/persistence';
import { type CrawlRules, DATABASE, InputThreads, InputTooComplexError } from '@orbweaver/platform';
import { FairQueue } from '../edge/fair-queue';
import { ApiError, refuseField } from '../errors/api-error';
import { FindJob } from '../jobs/find-job';
import { isAbsoluteUrl } from '../wire/target-url';
import { formToVisit, spellings } from './spellings';

/** Maximum steps of a discovery path in the response. */
const MAX_PATH_STEPS = 100;

@Injectable()
export class ExplainUrl {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
    private readonly threads: InputThreads,
    private readonly queue: FairQueue,
  ) {}

  /** @throws ApiError 400 for an invalid URL, 404 for an unknown job and for a batch */
  async explain(caller: Caller, jobId: string, url: string): Promise<object> {
    const job = await this.jobs.findUnerased(caller, jobId);
    const crawl = JobSpec.parse(job.spec);
    if (crawl.kind !== 'crawl') {
      throw new ApiError(
        404,
        `This job is a batch scrape, which has no rules to explain. List its URLs with GET /v2/batch/scrape/${job.id}/urls.`,
      );
    }
    const rules = { crawl, originUrl: (await readOriginUrl(this.database, job.id)) ?? crawl.url };
    const isUrl = isWebAddress(url);
    const page = isUrl ? pageHash(url, crawl.scope) : undefined;
    const forms = isUrl ? spellings(url, crawl.scope) : [url];
    const exact = new Set((isUrl ? [url, new URL(url).href, formToVisit(url)] : [url]).map(refusalHash));
    const hashes = [...(page === undefined ? [] : [page]), ...forms.map(refusalHash)];
    const known = await readKnownUrls(this.database, job.id, hashes);
    const found = known.find(({ hash }) => hash === page) ?? known.find(({ hash }) => exact.has(hash));
    const others = known.filter((other) => other !== found).map(asSpelling);
    if (found === undefined && !isUrl) {
      throw refuseField(
        ['url'],
        `Must be an absolute http or https URL of at most ${MAX_URL_CHARS} characters, such as https://example.com/a`,
      );
    }
    return {
      success: true,
      url,
      known: found !== undefined,
      ...(found === undefined
        ? await this.describeUnknown(url, job, rules)
        : await this.describe(found, url, job, rules)),
      ...(others.length === 0 ? {} : { otherSpellings: others }),
    };
  }

  /** For a refused link: the path to its page, then the link. */
  private async readPath(page: KnownUrl): Promise<PathStep[]> {
    const path = await readDiscoveryPath(this.database, page.id, MAX_PATH_STEPS);
    if (path.length > 0) return path;
    const { url, depth, isStart, isHidden, foundOn } = page;
    const before = foundOn === null ? [] : await readDiscoveryPath(this.database, foundOn, MAX_PATH_STEPS - 1);
    return [...before, { url, depth, isStart, isHidden, isLinked: foundOn !== null }];
  }

  private async describe(page: KnownUrl, url: string, job: JobView, rules: CrawlRules) {
    const path = await this.readPath(page);
    const isRedirected = page.state === 'skipped' && page.reason === 'redirected';
    return {
      admitted: page.state !== 'skipped',
      state: page.state,
      ...(await this.verdictOn(page, url, job, rules)),
      canonicalUrl: page.url,
      id: page.id,
      ...(page.isStart ? { isStart: true } : {}),
      ...(page.isHidden ? { isHidden: true } : {}),
      ...(page.state === 'failed' && page.message !== null ? { message: page.message } : {}),
      ...(page.statusCode === null ? {} : { statusCode: page.statusCode }),
      depth: page.depth,
      ...(page.foundOnUrl === null ? {} : { foundOn: page.foundOnUrl }),
      path: path.map(asStep),
      pathIsCut: path[0]?.isLinked === true,
      redirects: page.redirects,
      ...(page.redirects === 0 ? {} : { redirectedFrom: page.sourceUrl }),
      ...(isRedirected && page.message !== null ? { redirectedTo: page.message } : {}),
      attempts: page.attempts,
      deferrals: page.deferrals,
      ...(page.finishedAt === null ? {} : { finishedAt: page.finishedAt.toISOString() }),
    };
  }

  private async describeUnknown(url: string, job: JobView, rules: CrawlRules) {
    const [preview] = await this.apply(job, (threads) => threads.previewUrls(rules, [{ url }]));
    if (preview === undefined) throw new Error('a preview of one URL is missing');
    const { isStart, ...verdict } = preview;
    const isOver = job.state !== 'scraping';
    const unseen = `The crawl has not ${isOver ? '' : 'yet '}found this URL in a page or sitemap.`;
    const rule = verdict.admitted ? 'The rules would admit it.' : `The rules would refuse it: ${verdict.explanation}`;
    return { ...verdict, ...(isStart ? { isStart } : {}), explanation: `${unseen} ${rule}` };
  }

  private async verdictOn(page: KnownUrl, url: string, job: JobView, rules: CrawlRules) {
    const skipped = SkipReason.safeParse(page.reason);
    if (page.state !== 'skipped' || !skipped.success) {
      return {
        ...(page.reason === 'out-of-scope' && page.isStart ? await this.ruleAgainst(page, job, rules) : {}),
        ...(page.reason === null ? {} : { reason: page.reason }),
        explanation: `${stateInWords(page)}${redirectInWords(page)}${originInWords(page)}${spellingInWords(page, url)}`,
      };
    }
    const foundOn = page.foundOnUrl === null ? {} : { foundOn: page.foundOnUrl };
    const candidate = { url: page.sourceUrl, depth: page.depth, ...foundOn };
    const refusal = await this.apply(job, (threads) => threads.explainRefusal(rules, skipped.data, candidate));
    const limit = skipped.data === 'limit' ? { bound: rules.crawl.limit, value: job.admitted ?? 0 } : {};
    const redirect =
      skipped.data === 'redirected' && page.message !== null
        ? ` It redirects to ${page.message}. Explain that URL to see its result.`
        : '';
    return {
      ...refusal,
      ...limit,
      explanation: `${refusal.explanation}${redirect}${originInWords(page)}${spellingInWords(page, url)}`,
    };
  }

  /** The start URL is always visited, but the rules may exclude its document afterwards. */
  private async ruleAgainst({ url }: KnownUrl, job: JobView, rules: CrawlRules) {
    const { admit, ...refusal } = await this.apply(job, (threads) => threads.explainScope(rules, { url, depth: 0 }));
    return admit ? {} : refusal;
  }

  /** @throws ApiError 400 when the patterns take too long */
  private async apply<T>({ teamId }: JobView, work: (threads: InputThreads) => Promise<T>): Promise<T> {
    try {
      return await this.queue.run(teamId, () => work(this.threads));
    } catch (error) {
      if (!(error instanceof InputTooComplexError)) throw error;
      throw refuseField(['url'], 'Cannot be explained: the patterns of the crawl take too long on this URL');
    }
  }
}

const isWebAddress = (text: string): boolean => text.length <= MAX_URL_CHARS && isAbsoluteUrl(text);

function stateInWords(page: KnownUrl): string {
  switch (page.state) {
    case 'queued':
      return 'The URL is in scope and is queued.';
    case 'leased':
      return 'The URL is being scraped.';
    case 'done':
      return page.statusCode === null || page.statusCode < 400
        ? 'The URL was scraped.'
        : `The URL was scraped with HTTP status ${page.statusCode}. Its page is included in the documents.`;
    default:
      return `Scraping the URL failed: ${page.message ?? page.reason}`;
  }
}

function redirectInWords({ redirects, sourceUrl, state }: KnownUrl): string {
  if (redirects === 0) return '';
  return ` ${sourceUrl} redirects to it${state === 'done' ? ' and is the sourceURL of its document' : ''}.`;
}

function originInWords({ isHidden }: KnownUrl): string {
  return isHidden
    ? ' It was not found by a link or sitemap, but is known from an earlier crawl of this start URL.'
    : '';
}

function spellingInWords(page: KnownUrl, url: string): string {
  if (!isWebAddress(url) || [page.url, page.sourceUrl].includes(formToVisit(url)) || page.url === url) return '';
  return ` It is the same page as ${page.url}.`;
}

function asStep({ url, depth, isStart, isHidden, isLinked }: PathStep) {
  return { url, depth, foundBy: isStart ? 'start' : isHidden ? 'earlier-crawl' : isLinked ? 'link' : 'sitemap' };
}

function asSpelling({ sourceUrl, state, reason }: KnownUrl) {
  return { url: sourceUrl, state, ...(reason === null ? {} : { reason }) };
}
