import { Controller, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation, Upload, WireBody } from '../edge/operation';
import type { UploadedFile } from '../edge/uploaded-file';
import { requestErrors } from '../errors/error-codes';
import { refuseScrape } from '../errors/page-failure-answer';
import { answerScrape } from '../jobs/answer-scrape';
import { RateLimited } from '../limits/rate-guard';
import { ScrapePages } from '../submit/scrape-pages';
import type { ApiVersion, ParseFields } from '../wire/api-version';
import { warnOfDroppedKeys, withWarning } from '../wire/dropped-keys';
import { parsedExample } from '../wire/examples';

/** Converts an uploaded file to a document. Billed and stored as a scrape. */
export function parseController(version: ApiVersion): Type<unknown> {
  const { ParseRequest, toParseSpec } = version.parse;

  @Controller(version.name)
  @Authenticated()
  class ParseController {
    constructor(private readonly scrapes: ScrapePages) {}

    @Post('parse')
    @RateLimited('scrape')
    @Operation({
      summary: 'Convert an uploaded file',
      description:
        'A form with the part `file` (HTML, PDF, DOCX, ODT, RTF, XLSX, PPTX or text, at most 50 MiB) and the optional part `options`, a JSON object. The content determines the type of the file, not its name. Nothing is fetched.',
      tag: 'scrape',
      body: { schema: ParseRequest, example: { formats: ['markdown'] }, isUpload: true },
      answer: { schema: version.Scraped, example: parsedExample },
      errors: {
        400: 'Invalid form or options',
        402: "The team's credits do not cover the request",
        408: 'The file was not converted within its timeout',
        413: 'The file is larger than 50 MiB',
        429: 'Rate limit or memory limit of the team exceeded. Retry after `Retry-After`',
        500: 'The file cannot be converted',
        503: `${requestErrors.STORE_UNAVAILABLE}; or the service stopped before the file was converted`,
      },
    })
    async parse(
      @CurrentCaller() caller: Caller,
      @WireBody() body: ParseFields,
      @Upload() upload: UploadedFile,
      @Req() request: Request,
      @Res() response: Response,
    ): Promise<void> {
      const spec = withWarning(toParseSpec(body), warnOfDroppedKeys(ParseRequest, request.body, body));
      const url = urlOfFile(upload.name);
      const { origin, integration } = body;
      const done = await this.scrapes.scrape(
        caller,
        {
          target: { url, absolute: url, sourceUrl: upload.name },
          spec,
          origin,
          integration,
          zeroDataRetention: body.zeroDataRetention || caller.zeroDataRetention,
          upload,
        },
        untilClosed(request, response),
      );
      if (done === undefined) return;
      await answerScrape(response, { result: done.result, spec, version, refuse: refuseScrape });
    }
  }
  return ParseController;
}

/** Without an authority, so that relative links of the file do not resolve. */
const urlOfFile = (name: string) => `upload:${encodeURIComponent(name)}`;
