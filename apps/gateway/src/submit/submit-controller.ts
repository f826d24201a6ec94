import { Controller, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { requestErrors } from '../errors/error-codes';
import { refuseScrape } from '../errors/page-failure-answer';
import { answerScrape } from '../jobs/answer-scrape';
import { RateLimited } from '../limits/rate-guard';
import { TargetUrls } from '../url/target-urls';
import { BatchAccepted, CrawlAccepted } from '../wire/answers';
import type { ApiVersion, BatchFields, CrawlFields, ScrapeFields } from '../wire/api-version';
import { warnOfDroppedKeys, withWarning } from '../wire/dropped-keys';
import { acceptedExample, scrapedExample } from '../wire/examples';
import { warningOf } from '../wire/warning-of';
import { CrawlPrompts } from './crawl-prompts';
import { IdempotencyKey, idempotencyHeader } from './idempotency-key';
import { ScrapePages } from './scrape-pages';
import { SubmitJobs } from './submit-jobs';

const BODY_ERRORS = {
  400: 'Invalid body',
  402: "The team's credits do not cover the request",
  403: 'The operator has denied the host',
  429: 'Rate limit of the team exceeded. Retry after `Retry-After`',
};
const KEY_USED = { 409: 'The idempotency key was used before' };

/** Controller of scrape, batch and crawl of a version. */
export function submitController<S extends ScrapeFields, B extends BatchFields, C extends CrawlFields>(
  version: ApiVersion<S, B, C>,
): Type<unknown> {
  @Controller(version.name)
  @Authenticated()
  class SubmitController {
    constructor(
      private readonly scrapes: ScrapePages,
      private readonly jobs: SubmitJobs,
      private readonly prompts: CrawlPrompts,
      private readonly targets: TargetUrls,
      private readonly address: PublicAddress,
    ) {}

    @Post('scrape')
    @RateLimited('scrape')
    @Operation({
      summary: 'Scrape one page',
      description: 'Returns the document when the page is done, or 408 after the timeout.',
      tag: 'scrape',
      body: { schema: version.ScrapeRequest, example: { url: 'https://example.com', formats: ['markdown', 'links'] } },
      answer: { schema: version.Scraped, example: scrapedExample },
      errors: {
        ...BODY_ERRORS,
        403: 'The operator has denied the host, or the page redirects to an address that the service does not visit',
        408: 'The page was not finished within its timeout',
        500: 'The page failed',
        503: `${requestErrors.STORE_UNAVAILABLE}; or the service stopped before the page was finished`,
      },
    })
    async scrape(
      @CurrentCaller() caller: Caller,
      @WireBody() body: S,
      @Req() request: Request,
      @Res() response: Response,
    ): Promise<void> {
      const target = this.targets.require(['url'], body.url, caller.hosts);
      const dropped = warnOfDroppedKeys(version.ScrapeRequest, request.body, body);
      const spec = withWarning(version.toScrapeSpec(body), dropped);
      const { origin, integration } = body;
      const gone = untilClosed(request, response);
      const zeroDataRetention = body.zeroDataRetention || caller.zeroDataRetention;
      const done = await this.scrapes.scrape(caller, { target, spec, origin, integration, zeroDataRetention }, gone);
      if (done === undefined) return;
      const scrapeId = origin.includes('website') ? done.id : undefined;
      await answerScrape(response, { result: done.result, spec, version, refuse: refuseScrape, scrapeId });
    }

    @Post('batch/scrape')
    @RateLimited('job')
    @Operation({
      summary: 'Scrape a list of pages',
      description: 'Starts a job. Get its documents from its status, a stream or a webhook.',
      tag: 'batch',
      body: { schema: version.BatchRequest, example: { urls: ['https://example.com/a', 'https://example.com/b'] } },
      headers: [idempotencyHeader],
      answer: {
        schema: BatchAccepted,
        example: { ...acceptedExample(`${version.name}/batch/scrape`), invalidURLs: [] },
      },
      errors: {
        ...BODY_ERRORS,
        404: 'The batch to append to is unknown',
        409: 'The idempotency key was used before, or the batch has ended',
      },
    })
    async batch(
      @CurrentCaller() caller: Caller,
      @WireBody() body: B,
      @IdempotencyKey() idempotencyKey: string | undefined,
      @Req() request: Request,
    ) {
      const dropped = warnOfDroppedKeys(version.BatchRequest, request.body, body);
      const requested = version.toBatchSpec(body);
      const spec = { ...requested, scrape: withWarning(requested.scrape, dropped) };
      const { id, warning, ...left } = await this.jobs.startBatch(caller, body, spec, idempotencyKey);
      const url = `${this.address.of(request)}/${version.name}/batch/scrape/${id}`;
      return { success: true, id, url, ...left, ...warningOf(warning, dropped) };
    }

    @Post('crawl')
    @RateLimited('job')
    @Operation({
      summary: 'Crawl a site',
      description: 'Starts a job. Get its documents from its status, a stream or a webhook.',
      tag: 'crawl',
      body: {
        schema: version.CrawlRequest,
        example: { url: 'https://example.com', limit: 100, includePaths: ['^/blog/'] },
      },
      headers: [idempotencyHeader],
      answer: { schema: CrawlAccepted, example: acceptedExample(`${version.name}/crawl`) },
      errors: { ...BODY_ERRORS, ...KEY_USED },
    })
    async crawl(
      @CurrentCaller() caller: Caller,
      @WireBody() body: C,
      @IdempotencyKey() idempotencyKey: string | undefined,
      @Req() request: Request,
      @Res({ passthrough: true }) response: Response,
    ) {
      const start = this.jobs.readStartUrl(caller, body.url);
      const gone = untilClosed(request, response);
      const { body: whole, generated } = await this.prompts.complete(version, body, request.body, gone);
      const dropped = warnOfDroppedKeys(version.CrawlRequest, request.body, body);
      const requested = version.toCrawlSpec(whole, start);
      const spec = { ...requested, scrape: withWarning(requested.scrape, dropped) };
      const { id, warning } = await this.jobs.startCrawl(caller, whole, spec, idempotencyKey);
      const url = `${this.address.of(request)}/${version.name}/crawl/${id}`;
      return {
        success: true,
        id,
        url,
        ...warningOf(warning, generated?.warning, dropped),
        ...(generated === undefined
          ? {}
          : { promptGeneratedOptions: generated.options, finalCrawlerOptions: version.writeCrawlOptions(spec) }),
      };
    }
  }
  return SubmitController;
}
