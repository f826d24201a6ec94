import { Controller, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Authenticated, CurrentCaller } from '../edge/access';
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
  url: urlText.describe('Start URL'),
  prompt: promptText.min(1).describe('What to crawl, in natural language'),
});

const Proposed = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string() }).catchall(z.unknown()).describe('Options for the body of a crawl'),
  warning: z.string().optional().describe('Invalid options of the language model, and unknown keys of the request'),
});

/** Controller of a version with prompts. */
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
      summary: 'Generate crawl options from a prompt',
      description:
        'Returns the options that a crawl with this `prompt` would use, without crawling. Requires a language model.',
      tag: 'crawl',
      body: { schema: paramsPreview, example: { url: 'https://example.com', prompt: 'only the blog' } },
      answer: {
        schema: Proposed,
        example: { success: true, data: { url: 'https://example.com', includePaths: ['^/blog/'] } },
      },
      errors: {
        400: 'Invalid body, no language model configured, or no usable options generated',
        403: 'The operator has denied the host',
        429: 'Rate limit of the team exceeded. Retry after `Retry-After`',
      },
    })
    async preview(
      @CurrentCaller() caller: Caller,
      @WireBody() { url, prompt }: z.output<typeof paramsPreview>,
      @Req() request: Request,
      @Res({ passthrough: true }) response: Response,
    ) {
      const start = this.jobs.readStartUrl(caller, url);
      const { options, warning } = await this.prompts.propose(version, { url, prompt }, untilClosed(request, response));
      const body = readWire(version.CrawlRequest, { url, ...options });
      await this.jobs.checkCrawl(caller, body, version.toCrawlSpec(body, start));
      // Client libraries send these fields with every request.
      const { origin, integration, ...sent } = request.body;
      const dropped = warnOfDroppedKeys(paramsPreview, sent, { url, prompt });
      return { success: true, data: { url, ...options }, ...warningOf(warning, dropped) };
    }
  }
  return ParamsPreviewController;
}
