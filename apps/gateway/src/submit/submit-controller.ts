import { Controller, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { AskingCaller, Authenticated } from '../edge/access';
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
  400: 'The body is wrong',
  402: "The team's credits do not cover the request",
  403: 'The operator of the service has closed the host',
  429: 'The team has made its requests of this minute; `Retry-After` says when the next one begins',
};
const KEY_USED = { 409: 'The idempotency key was used before' };

/** The controller of the three POST routes of a version. */
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
      description: 'Answers when the page is done, or fails with 408 when its time is over.',
      tag: 'scrape',
      body: { schema: version.ScrapeRequest, example: { url: 'https://example.com', formats: ['markdown', 'links'] } },
      answer: { schema: version.Scraped, example: scrapedExample },
      errors: {
        ...BODY_ERRORS,
        403: 'The operator of the service has closed the host, or the page leads to an address that the service does not visit',
        408: 'The time for the page is over',
        500: 'The page gave no document',
        503: `${requestErrors.STORE_UNAVAILABLE}. Or the service was stopped before the page was finished`,
      },
    })
    async scrape(
      @AskingCaller() caller: Caller,
      @WireBody() body: S,
      @Req() request: Request,
      @Res() response: Response,
    ): Promise<void> {
      const target = this.targets.require(['url'], body.url);
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
      description: 'Answers at once with a job; its documents are read from its status, a WebSocket or a webhook.',
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
        409: 'The key was used, or the batch has ended',
      },
    })
    async batch(
      @AskingCaller() caller: Caller,
      @WireBody() body: B,
      @IdempotencyKey() idempotencyKey: string | undefined,
      @Req() request: Request,
    ) {
      const dropped = warnOfDroppedKeys(version.BatchRequest, request.body, body);
      const asked = version.toBatchSpec(body);
      const spec = { ...asked, scrape: withWarning(asked.scrape, dropped) };
      const { id, warning, ...left } = await this.jobs.startBatch(caller, body, spec, idempotencyKey);
      const url = `${this.address.of(request)}/${version.name}/batch/scrape/${id}`;
      return { success: true, id, url, ...left, ...warningOf(warning, dropped) };
    }

    @Post('crawl')
    @RateLimited('job')
    @Operation({
      summary: 'Crawl a site',
      description: 'Answers at once with a job; its documents are read from its status, a WebSocket or a webhook.',
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
      @AskingCaller() caller: Caller,
      @WireBody() body: C,
      @IdempotencyKey() idempotencyKey: string | undefined,
      @Req() request: Request,
      @Res({ passthrough: true }) response: Response,
    ) {
      const start = this.jobs.readStartUrl(body.url);
      const gone = untilClosed(request, response);
      const { body: whole, generated } = await this.prompts.complete(version, body, request.body, gone);
      const dropped = warnOfDroppedKeys(version.CrawlRequest, request.body, body);
      const asked = version.toCrawlSpec(whole, start);
      const spec = { ...asked, scrape: withWarning(asked.scrape, dropped) };
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
