import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { PreviewQuestion } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Authenticated, CurrentCaller } from '../edge/access';
import { CheckSchemas } from '../edge/check-schemas';
import { cutPage } from '../edge/cut-page';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { refuseField } from '../errors/api-error';
import { warnOfCrawl } from '../jobs/warn-of-crawl';
import { ConcurrencyLimits } from '../limits/concurrency-limits';
import { RateLimited } from '../limits/rate-guard';
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

/** Maximum running and queued previews. They share one worker thread. */
const MAX_PREVIEWS = 4;

const PREVIEW_LIMITS = {
  perTeam: { max: 2, message: 'Too many concurrent previews of this team. Send one request at a time' },
  inAll: { max: MAX_PREVIEWS, message: 'Too many concurrent previews in this gateway. Retry in a few seconds' },
  /** Time until all earlier previews have used their budget. */
  retryAfterSeconds: (MAX_PREVIEWS * PREVIEW_BUDGET_MS) / 1000,
};

const UNKNOWN = { 404: 'The job is unknown or expired' };

const explainQuery = z.object({
  url: urlText
    .meta({ minLength: 1, examples: ['https://example.com/docs/old/intro'] })
    .describe('The URL, percent-encoded, including its `&` and `#`'),
});

/** Extensions of v2 that explain which URLs a crawl visits. */
@Controller('v2')
@Authenticated()
export class ExplainController {
  private readonly previewSlots = new ConcurrencyLimits(PREVIEW_LIMITS);

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
    summary: 'Preview the rules of a crawl',
    description:
      'Applies the rules of a crawl to up to 1000 URLs, without fetching pages or starting a job. Each URL is treated as a link on a page of the site, unless you set its `depth` and `foundOn`.',
    tag: 'crawl',
    isExtension: true,
    body: { schema: CrawlPreviewRequest, example: previewRequestExample, checksSchemasLater: true },
    answer: { schema: CrawlPreview, example: previewExample },
    errors: {
      400: 'Invalid body, as for a crawl',
      403: 'The operator has denied the host',
      429: 'Rate limit exceeded, or too many concurrent previews of the team or in total. Retry after `Retry-After`',
    },
  })
  async preview(
    @CurrentCaller() caller: Caller,
    @WireBody() body: CrawlPreviewRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const gone = untilClosed(request, response);
    const release = this.previewSlots.take(caller.teamId);
    try {
      await this.schemas.check(caller, body);
      const crawl = toCrawlSpec(body, this.jobs.readStartUrl(caller, body.url));
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
      release();
    }
  }

  @Get('crawl/:id/explain')
  @Operation({
    summary: 'Explain why a crawl visits or skips a URL',
    description:
      'For a known URL: its state, the deciding rule and its discovery path. For an unknown URL: the result of the rules.',
    tag: 'crawl',
    isExtension: true,
    query: explainQuery,
    answer: { schema: UrlExplanation, example: explanationExample },
    errors: { 400: 'The URL is missing or invalid', 404: 'The crawl is unknown or expired, or the job is a batch' },
  })
  explain(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() query: Record<string, unknown>) {
    return this.explaining.explain(caller, id, readUrl(query));
  }

  @Get(['crawl/:id/urls', 'batch/scrape/:id/urls'])
  @Operation({
    summary: 'List the URLs of a job',
    description:
      'Lists all known URLs with their state and, if skipped or failed, the reason. Both paths accept crawls and batches. States change while the job runs.',
    tag: 'jobs',
    isExtension: true,
    query: urlsQuery.shown,
    answer: { schema: JobUrls, example: urlsExample },
    errors: { ...UNKNOWN, 400: 'Invalid query' },
  })
  async list(
    @CurrentCaller() caller: Caller,
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
  if (typeof url !== 'string' || url.trim() === '') throw refuseField(['url'], 'Required exactly once');
  const [other] = Object.keys(others);
  if (other === undefined) return url.trim();
  throw refuseField(
    ['url'],
    `Percent-encode the URL: its parameter ${JSON.stringify(other)} was parsed as a parameter of the request`,
  );
}
