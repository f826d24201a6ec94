import { Controller, Delete, Get, Param, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { sendJson } from '../edge/send-json';
import { requestErrors } from '../errors/error-codes';
import { FindJob } from '../jobs/find-job';
import { JobCancellation } from '../jobs/job-cancellation';
import { RateLimited } from '../limits/rate-guard';
import { IdempotencyKey, idempotencyHeader } from '../submit/idempotency-key';
import { Cancelled, ExtractAccepted, ExtractStatus } from '../wire/answers';
import type { ApiVersion } from '../wire/api-version';
import { warnOfDroppedKeys } from '../wire/dropped-keys';
import { cancelledExample, exampleId, extractExample } from '../wire/examples';
import type { ExtractFields } from '../wire/extract-fields';
import { ReadExtracts } from './read-extracts';
import { StartExtracts } from './start-extracts';

const UNKNOWN = { 404: 'The extract is unknown or expired' };
const FORMATS_IGNORED = 'scrapeOptions.formats had no effect: an extract has the format json only.';

/** Controller of the extracts of a version. */
export function extractController(version: ApiVersion): Type<unknown> {
  const { ExtractRequest, toScrapeSpec } = version.extract;

  @Controller(version.name)
  @Authenticated()
  class ExtractController {
    constructor(
      private readonly extracts: StartExtracts,
      private readonly reads: ReadExtracts,
      private readonly jobs: FindJob,
      private readonly cancelling: JobCancellation,
    ) {}

    @Post('extract')
    @RateLimited('job')
    @Operation({
      summary: 'Extract data from pages',
      description:
        'Starts a job that scrapes pages with the format `json` and merges their data. A list of URLs is a batch, a URL that ends with `/*` is a crawl. Read each page with the id of the extract from the status of a batch or crawl. Pages cost as much as those of a scrape with the format `json`.',
      tag: 'extract',
      body: {
        schema: ExtractRequest,
        example: {
          urls: ['https://example.com/a', 'https://example.com/b'],
          prompt: 'All products with their prices',
          showSources: true,
        },
      },
      headers: [idempotencyHeader],
      answer: { schema: ExtractAccepted, example: { success: true, id: exampleId, invalidURLs: [] } },
      errors: {
        400: 'Invalid body, or no language model is configured',
        402: "The team's credits do not cover the request",
        403: 'The operator has denied the host',
        408: 'The web search was not finished in time, and the request has no URLs',
        409: 'The idempotency key was used before',
        429: 'Rate limit of the team exceeded. Retry after `Retry-After`',
        503: `${requestErrors.SEARCH_UNAVAILABLE}; or: ${requestErrors.STORE_UNAVAILABLE}`,
      },
    })
    async start(
      @CurrentCaller() caller: Caller,
      @WireBody() body: ExtractFields,
      @IdempotencyKey() idempotencyKey: string | undefined,
      @Req() request: Request,
      @Res({ passthrough: true }) response: Response,
    ) {
      const dropped = warnOfDroppedKeys(ExtractRequest, request.body, body);
      const formats = body.scrapeOptions.formats.length === 0 ? undefined : FORMATS_IGNORED;
      const warnings = [dropped, formats].filter((warning) => warning !== undefined);
      const spec = { maxConcurrency: body.maxConcurrency, scrape: toScrapeSpec(body) };
      const gone = untilClosed(request, response);
      const started = await this.extracts.start(caller, body, { spec, warnings }, { idempotencyKey, gone });
      return started === undefined ? undefined : { success: true, ...started };
    }

    @Get('extract/:id')
    @Operation({
      summary: 'Get the status and data of an extract',
      description:
        'When the extract has ended, `data` has the merged data of its pages, in order of completion: lists are concatenated without duplicates, objects are merged, and the first non-empty value of other keys is returned.',
      tag: 'extract',
      answer: { schema: ExtractStatus, example: extractExample },
      errors: UNKNOWN,
    })
    async read(@CurrentCaller() caller: Caller, @Param('id') id: string, @Res() response: Response): Promise<void> {
      sendJson(response, await this.reads.read(caller, id));
    }

    @Delete('extract/:id')
    @Operation({
      summary: 'Cancel an extract',
      description: 'Data extracted so far remains available. Cancelling a cancelled extract succeeds.',
      tag: 'extract',
      answer: {
        schema: Cancelled,
        example: { ...cancelledExample, message: 'Extract job successfully cancelled.' },
      },
      errors: { ...UNKNOWN, 409: 'The extract has ended' },
    })
    async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string) {
      const { job } = await this.jobs.findExtract(caller, id);
      return this.cancelling.cancel(caller, job.id);
    }
  }
  return ExtractController;
}
