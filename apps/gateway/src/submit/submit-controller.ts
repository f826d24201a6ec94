import { Controller, Post, Req, Res, type Type } from '@nestjs/common';
import type { BatchSpec, CrawlSpec, ScrapeSpec } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { type ApiVersion, versions } from '../api-version';
import { AskingCaller, Authenticated } from '../auth/access';
import { callerLeaves } from '../edge/caller-leaves';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { RateLimited } from '../limits/rate-limited';
import { refuseUrl } from '../url/refuse-url';
import { isProblem, TargetUrls } from '../url/target-urls';
import { BatchAccepted, CrawlAccepted } from '../wire/answers';
import { acceptedExample, scrapedExample } from '../wire/examples';
import { answerScrape } from './answer-scrape';
import { IdempotencyKey, idempotencyHeader } from './idempotency-key';
import { ScrapePages } from './scrape-pages';
import { type BatchFields, type JobFields, SubmitJobs } from './submit-jobs';

/** What a version's bodies have for the edge itself; the rest is for its own translation. */
interface ScrapeFields {
  url: string;
  origin: string;
  integration?: string;
  zeroDataRetention: boolean;
}

/** The part of submitting that a version brings: how its bodies look and what they mean. */
export interface SubmitWire<
  S extends ScrapeFields = ScrapeFields,
  B extends BatchFields = BatchFields,
  C extends JobFields & { url: string } = JobFields & { url: string },
> {
  version: ApiVersion['name'];
  ScrapeRequest: z.ZodType<S>;
  BatchRequest: z.ZodType<B>;
  CrawlRequest: z.ZodType<C>;
  /** The answer to a scrape. */
  Scraped: z.ZodType;
  toScrapeSpec(body: S): ScrapeSpec;
  toBatchSpec(body: B): BatchSpec;
  /** `url` is the start URL with a scheme. @throws ApiError 400 */
  toCrawlSpec(body: C, url: string): CrawlSpec;
}

const BODY_ERRORS = {
  400: 'The body is wrong',
  402: "The team's credits do not cover the request",
  403: 'The operator of the service has closed the host',
  429: 'The team has made its requests of this minute; `Retry-After` says when the next one begins',
};
const KEY_USED = { 409: 'The idempotency key was used before' };

/** The controller of a version's three POST routes. */
export function submitController<S extends ScrapeFields, B extends BatchFields, C extends JobFields & { url: string }>(
  wire: SubmitWire<S, B, C>,
): Type<unknown> {
  const { version } = wire;

  @Controller(version)
  @Authenticated()
  class SubmitController {
    constructor(
      private readonly scrapes: ScrapePages,
      private readonly jobs: SubmitJobs,
      private readonly targets: TargetUrls,
      private readonly address: PublicAddress,
    ) {}

    @Post('scrape')
    @RateLimited('scrape')
    @Operation({
      summary: 'Scrape one page',
      description: 'Answers when the page is done, or fails with 408 when its time is over.',
      tag: 'scrape',
      body: { schema: wire.ScrapeRequest, example: { url: 'https://example.com', formats: ['markdown', 'links'] } },
      answer: { schema: wire.Scraped, example: scrapedExample },
      errors: {
        ...BODY_ERRORS,
        408: 'The time for the page is over',
        500: 'The page gave no document',
        502: 'The service is stopping; ask again',
      },
    })
    async scrape(
      @AskingCaller() caller: Caller,
      @WireBody() body: S,
      @Req() request: Request,
      @Res() response: Response,
    ): Promise<void> {
      const target = this.targets.read(body.url);
      if (isProblem(target)) throw refuseUrl(['url'], target);
      const spec = wire.toScrapeSpec(body);
      const { origin, integration } = body;
      const gone = callerLeaves(request, response);
      const zeroDataRetention = body.zeroDataRetention || caller.zeroDataRetention;
      const done = await this.scrapes.scrape(caller, { target, spec, origin, integration, zeroDataRetention }, gone);
      if (done === undefined) return;
      const scrapeId = origin.includes('website') ? done.id : undefined;
      await answerScrape(response, { result: done.result, spec, version: versions[version], scrapeId });
    }

    @Post('batch/scrape')
    @RateLimited('job')
    @Operation({
      summary: 'Scrape a list of pages',
      description: 'Answers at once with a job; its documents are read from its status, a WebSocket or a webhook.',
      tag: 'batch',
      body: { schema: wire.BatchRequest, example: { urls: ['https://example.com/a', 'https://example.com/b'] } },
      headers: [idempotencyHeader],
      answer: { schema: BatchAccepted, example: { ...acceptedExample(`${version}/batch/scrape`), invalidURLs: [] } },
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
      const { id, invalidURLs } = await this.jobs.startBatch(caller, body, wire.toBatchSpec(body), idempotencyKey);
      return { success: true, id, url: `${this.address.of(request)}/${version}/batch/scrape/${id}`, invalidURLs };
    }

    @Post('crawl')
    @RateLimited('job')
    @Operation({
      summary: 'Crawl a site',
      description: 'Answers at once with a job; its documents are read from its status, a WebSocket or a webhook.',
      tag: 'crawl',
      body: {
        schema: wire.CrawlRequest,
        example: { url: 'https://example.com', limit: 100, includePaths: ['^/blog/'] },
      },
      headers: [idempotencyHeader],
      answer: { schema: CrawlAccepted, example: acceptedExample(`${version}/crawl`) },
      errors: { ...BODY_ERRORS, ...KEY_USED },
    })
    async crawl(
      @AskingCaller() caller: Caller,
      @WireBody() body: C,
      @IdempotencyKey() idempotencyKey: string | undefined,
      @Req() request: Request,
    ) {
      const spec = wire.toCrawlSpec(body, this.jobs.readStartUrl(body.url));
      const { id, warning } = await this.jobs.startCrawl(caller, body, spec, idempotencyKey);
      const url = `${this.address.of(request)}/${version}/crawl/${id}`;
      return { success: true, id, url, ...(warning === undefined ? {} : { warning }) };
    }
  }
  return SubmitController;
}
