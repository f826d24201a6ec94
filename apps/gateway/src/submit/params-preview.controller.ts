import { Controller, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { AskingCaller, Authenticated } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { readWire } from '../errors/read-wire';
import { RateLimited } from '../limits/rate-guard';
import type { ApiVersion, BatchFields, CrawlFields, ScrapeFields } from '../wire/api-version';
import { promptText, urlText } from '../wire/bounds';
import { warnOfDroppedKeys } from '../wire/dropped-keys';
import { warningOf } from '../wire/warning-of';
import { CrawlPrompts } from './crawl-prompts';
import { SubmitJobs } from './submit-jobs';

const paramsPreview = z.object({
  url: urlText.describe('Where the crawl would start'),
  prompt: promptText.min(1).describe('What to crawl, in words'),
});

const Proposed = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string() }).catchall(z.unknown()).describe('The options, as the body of a crawl has them'),
  warning: z
    .string()
    .optional()
    .describe('Names options of the language model that cannot be used, and unknown keys of the request'),
});

/** The controller of a version that has prompts. */
export function paramsPreviewController<S extends ScrapeFields, B extends BatchFields, C extends CrawlFields>(
  version: ApiVersion<S, B, C>,
): Type<unknown> {
  @Controller(version.name)
  @Authenticated()
  class ParamsPreviewController {
    constructor(
      private readonly prompts: CrawlPrompts,
      private readonly jobs: SubmitJobs,
    ) {}

    @Post('crawl/params-preview')
    @RateLimited('job')
    @Operation({
      summary: 'Turn a prompt into crawl options',
      description: 'Shows what a crawl with this `prompt` would be; nothing is crawled. Needs a language model.',
      tag: 'crawl',
      body: { schema: paramsPreview, example: { url: 'https://example.com', prompt: 'only the blog' } },
      answer: {
        schema: Proposed,
        example: { success: true, data: { url: 'https://example.com', includePaths: ['^/blog/'] } },
      },
      errors: {
        400: 'The body is wrong, no language model is configured, or it gave no options that can be used',
        403: 'The operator of the service has closed the host',
        429: 'The team has made its requests of this minute; `Retry-After` says when the next one begins',
      },
    })
    async preview(
      @AskingCaller() caller: Caller,
      @WireBody() { url, prompt }: z.output<typeof paramsPreview>,
      @Req() request: Request,
      @Res({ passthrough: true }) response: Response,
    ) {
      const start = this.jobs.readStartUrl(url);
      const { options, warning } = await this.prompts.propose(version, { url, prompt }, untilClosed(request, response));
      const body = readWire(version.CrawlRequest, { url, ...options });
      await this.jobs.checkCrawl(caller, body, version.toCrawlSpec(body, start));
      // Clients put their names into every request.
      const { origin, integration, ...sent } = request.body;
      const dropped = warnOfDroppedKeys(paramsPreview, sent, { url, prompt });
      return { success: true, data: { url, ...options }, ...warningOf(warning, dropped) };
    }
  }
  return ParamsPreviewController;
}
