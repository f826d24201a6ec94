import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Caller as CallerOfKey } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { versions } from '../api-version';
import { Authenticated, Caller } from '../auth/access';
import { refuseField } from '../edge/api-error';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { answerScrape, callerLeaves } from '../submit/answer-scrape';
import { IdempotencyKey, idempotencyHeader } from '../submit/idempotency-key';
import { ScrapePages } from '../submit/scrape-pages';
import { SubmitJobs } from '../submit/submit-jobs';
import { isProblem, TargetUrls } from '../url/target-urls';
import { BatchAccepted, JobAccepted, scraped, V2Document } from '../wire/answers';
import { acceptedExample, scrapedExample } from '../wire/examples';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { toBatchSpec, toCrawlSpec, toScrapeSpec } from './to-core';

const JOB_ERRORS = { 400: 'The body is wrong', 409: 'The idempotency key was used before' };

@Controller('v2')
@Authenticated()
export class V2SubmitController {
  constructor(
    private readonly scrapes: ScrapePages,
    private readonly jobs: SubmitJobs,
    private readonly targets: TargetUrls,
    private readonly address: PublicAddress,
  ) {}

  @Post('scrape')
  @Operation({
    summary: 'Scrape one page',
    description: 'Answers when the page is done, or fails with 408 when its time is over.',
    tag: 'scrape',
    body: { schema: ScrapeRequest, example: { url: 'https://example.com', formats: ['markdown', 'links'] } },
    answer: { schema: scraped(V2Document), example: scrapedExample },
    errors: { 400: 'The body is wrong', 408: 'The time for the page is over', 500: 'The page gave no document' },
  })
  async scrape(
    @Caller() caller: CallerOfKey,
    @WireBody() body: ScrapeRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const target = this.targets.read(body.url);
    if (isProblem(target)) throw refuseField(['url'], target.problem);
    const spec = toScrapeSpec(body);
    const { origin, integration } = body;
    const done = await this.scrapes.scrape(
      caller,
      { target, spec, origin, integration },
      callerLeaves(request, response),
    );
    if (done === undefined) return;
    const scrapeId = origin.includes('website') ? done.id : undefined;
    await answerScrape(response, { result: done.result, spec, version: versions.v2, scrapeId });
  }

  @Post('batch/scrape')
  @Operation({
    summary: 'Scrape a list of pages',
    description: 'Answers at once with a job; its documents are read from its status, a WebSocket or a webhook.',
    tag: 'batch',
    body: { schema: BatchRequest, example: { urls: ['https://example.com/a', 'https://example.com/b'] } },
    headers: [idempotencyHeader],
    answer: { schema: BatchAccepted, example: { ...acceptedExample('v2/batch/scrape'), invalidURLs: [] } },
    errors: {
      ...JOB_ERRORS,
      404: 'The batch to append to is unknown',
      409: 'The key was used, or the batch has ended',
    },
  })
  async batch(
    @Caller() caller: CallerOfKey,
    @WireBody() body: BatchRequest,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
  ) {
    const { id, invalidURLs } = await this.jobs.startBatch(caller, body, toBatchSpec(body), idempotencyKey);
    return { success: true, id, url: `${this.address.of(request)}/v2/batch/scrape/${id}`, invalidURLs };
  }

  @Post('crawl')
  @Operation({
    summary: 'Crawl a site',
    description: 'Answers at once with a job; its documents are read from its status, a WebSocket or a webhook.',
    tag: 'crawl',
    body: { schema: CrawlRequest, example: { url: 'https://example.com', limit: 100, includePaths: ['^/blog/'] } },
    headers: [idempotencyHeader],
    answer: { schema: JobAccepted, example: acceptedExample('v2/crawl') },
    errors: JOB_ERRORS,
  })
  async crawl(
    @Caller() caller: CallerOfKey,
    @WireBody() body: CrawlRequest,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
  ) {
    const spec = toCrawlSpec(body, this.jobs.readStartUrl(body.url));
    const id = await this.jobs.startCrawl(caller, body, spec, idempotencyKey);
    return { success: true, id, url: `${this.address.of(request)}/v2/crawl/${id}` };
  }
}
