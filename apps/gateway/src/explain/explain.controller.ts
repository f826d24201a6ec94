import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { PreviewQuestion } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { AskingCaller, Authenticated } from '../edge/access';
import { CheckSchemas } from '../edge/check-schemas';
import { cutPage } from '../edge/cut-page';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { refuseField } from '../errors/api-error';
import { warnOfCrawl } from '../jobs/warn-of-crawl';
import { RateLimited } from '../limits/rate-guard';
import { TeamPlaces } from '../limits/team-places';
import { SubmitJobs } from '../submit/submit-jobs';
import { CrawlPreviewRequest } from '../v2/requests';
import { toCrawlSpec } from '../v2/to-core';
import { urlText } from '../wire/bounds';
import { warnOfDroppedKeys } from '../wire/dropped-keys';
import { explanationExample, previewExample, previewRequestExample, urlsExample } from '../wire/explanation-examples';
import { CrawlPreview, JobUrls, UrlExplanation } from '../wire/explanations';
import { warningOf } from '../wire/warning-of';
import { ExplainUrl } from './explain-url';
import { describeUrl, ListUrls, readUrlsQuery, urlsQuery } from './list-urls';
import { PREVIEW_BUDGET_MS, PreviewUrls } from './preview-urls';

/** Maximum number of running and waiting previews. They share one worker thread. */
const MAX_PREVIEWS = 4;

const PREVIEW_PLACES = {
  perTeam: { max: 2, message: 'The team has as many previews running here as it may; ask for one after another' },
  inAll: { max: MAX_PREVIEWS, message: 'As many previews run here as may at once; ask again in some seconds' },
  /** Time until all previews before it have used their whole budget. */
  retryAfterSeconds: (MAX_PREVIEWS * PREVIEW_BUDGET_MS) / 1000,
};

const UNKNOWN = { 404: 'The job is unknown or expired' };

const explainQuery = z.object({
  url: urlText
    .meta({ minLength: 1, examples: ['https://example.com/docs/old/intro'] })
    .describe('The URL, percent-encoded as a whole, so that its own `&` and `#` stay its own'),
});

/** Why a crawl visits a URL or not: an extension of the interface, in v2 only. */
@Controller('v2')
@Authenticated()
export class ExplainController {
  private readonly previewPlaces = new TeamPlaces(PREVIEW_PLACES);

  constructor(
    private readonly explaining: ExplainUrl,
    private readonly listing: ListUrls,
    private readonly jobs: SubmitJobs,
    private readonly address: PublicAddress,
    private readonly schemas: CheckSchemas,
    private readonly previews: PreviewUrls,
  ) {}

  @Post('crawl/preview')
  @RateLimited('job')
  @Operation({
    summary: 'Try the rules of a crawl on URLs',
    description:
      'Takes the body of a crawl and up to 1000 URLs, and tells what the rules would do with each. Nothing is fetched and no job is started. A URL is taken for a link on some page of the site, unless its `depth` and `foundOn` say otherwise.',
    tag: 'crawl',
    isExtension: true,
    body: { schema: CrawlPreviewRequest, example: previewRequestExample, checksSchemasLater: true },
    answer: { schema: CrawlPreview, example: previewExample },
    errors: {
      400: 'The body is wrong, as for a crawl',
      403: 'The operator of the service has closed the host',
      429: 'Rate limit exceeded, or too many concurrent previews of the team or in total. Retry after the seconds in `Retry-After`',
    },
  })
  async preview(
    @AskingCaller() caller: Caller,
    @WireBody() body: CrawlPreviewRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const gone = untilClosed(request, response);
    const leave = this.previewPlaces.take(caller.teamId);
    try {
      await this.schemas.check(caller, body);
      const crawl = toCrawlSpec(body, this.jobs.readStartUrl(body.url));
      await this.jobs.checkCrawl(caller, body, crawl);
      const preview = await this.previews.preview(body.urls.map(asQuestion), crawl, gone);
      if (preview === undefined) return;
      const { unchecked, urls } = preview;
      const dropped = warnOfDroppedKeys(CrawlPreviewRequest, request.body, body);
      return {
        success: true,
        unchecked,
        urls: urls.map(({ isStart, ...url }) => (isStart ? { ...url, isStart } : url)),
        ...warningOf(...warnOfCrawl(crawl), dropped),
      };
    } finally {
      leave();
    }
  }

  @Get('crawl/:id/explain')
  @Operation({
    summary: 'Tell why a URL is visited by a crawl, or not',
    description:
      'For a URL that the crawl has seen: what became of it, by which rule, and how the crawl came to it. For any other: what the rules would say.',
    tag: 'crawl',
    isExtension: true,
    query: explainQuery,
    answer: { schema: UrlExplanation, example: explanationExample },
    errors: { 400: 'The URL is missing or not valid', 404: 'The crawl is unknown or expired, or the job is a batch' },
  })
  explain(@AskingCaller() caller: Caller, @Param('id') id: string, @Query() query: Record<string, unknown>) {
    return this.explaining.explain(caller, id, readUrl(query));
  }

  @Get(['crawl/:id/urls', 'batch/scrape/:id/urls'])
  @Operation({
    summary: 'List the URLs that a job knows',
    description:
      'With what became of each: visited, failed, waiting, or skipped and why. Crawls and batches are read through either path. While the job runs its URLs change their state.',
    tag: 'jobs',
    isExtension: true,
    query: urlsQuery.shown,
    answer: { schema: JobUrls, example: urlsExample },
    errors: { ...UNKNOWN, 400: 'The query is wrong' },
  })
  async list(
    @AskingCaller() caller: Caller,
    @Param('id') id: string,
    @Query() asked: Record<string, unknown>,
    @Req() request: Request,
  ) {
    const query = readUrlsQuery(asked);
    const { found, totals } = await this.listing.list(caller, id, query);
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, ({ ordinal }) =>
      String(ordinal),
    );
    return { success: true, urls: rows.map(describeUrl), totals, ...next };
  }
}

const asQuestion = (item: CrawlPreviewRequest['urls'][number]): PreviewQuestion =>
  typeof item === 'string' ? { url: item } : item;

/** @throws ApiError 400 */
function readUrl({ url, ...others }: Record<string, unknown>): string {
  if (typeof url !== 'string' || url.trim() === '') throw refuseField(['url'], 'The URL to explain is required, once');
  const [other] = Object.keys(others);
  if (other === undefined) return url.trim();
  throw refuseField(
    ['url'],
    `Percent-encode the URL as a whole: its parameter ${JSON.stringify(other)} was read as one of the request`,
  );
}
