import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { type Caller, type Database, readJob, readPageResult } from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import type { Response } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { Operation } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { refuseReading } from '../errors/page-failure-answer';
import { isId } from '../errors/path-id';
import { RequestedVersion, versions } from '../versions';
import type { ApiVersion } from '../wire/api-version';
import { scrapedExample } from '../wire/examples';
import { answerScrape } from './answer-scrape';
import { erasedTexts } from './erased-texts';
import { scrapeSpecOf } from './job-status';
import { StoredContents } from './stored-contents';

@Controller(['v1', 'v2'])
@Authenticated()
export class ScrapesController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly contents: StoredContents,
  ) {}

  @Get('scrape/:id')
  @Operation({
    summary: 'Get the document of a page',
    description: 'The id is `metadata.scrapeId` of a document, including documents of batches and crawls.',
    tag: 'scrape',
    answer: {
      v1: { schema: versions.v1.Scraped, example: scrapedExample },
      v2: { schema: versions.v2.Scraped, example: scrapedExample },
    },
    errors: {
      400: 'Invalid id',
      403: 'The page redirected to an address that the service does not visit',
      404: 'The page is unknown, expired, unfinished, erased, or was scraped with zero data retention',
      408: 'The page was not finished within its timeout. Final: scrape the page again',
      500: 'The page failed, the service stopped before it was finished, or its document is missing from the store. Final: scrape the page again',
    },
  })
  async read(
    @CurrentCaller() caller: Caller,
    @RequestedVersion() version: ApiVersion,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    if (!isId(id)) throw new ApiError(400, 'Invalid job ID', { code: 'BAD_REQUEST' });
    const result = await readPageResult(this.database, { pageId: id, teamId: caller.teamId });
    if (result === undefined || result.expiresAt <= this.clock()) {
      const running = await readJob(this.database, { jobId: id, teamId: caller.teamId });
      const unfinished = result === undefined && running?.kind === 'scrape' && running.state === 'scraping';
      // The API contract has a full stop in this message only.
      throw new ApiError(404, unfinished ? 'The scrape has not finished' : 'Job not found.');
    }
    if (result.isErased) throw new ApiError(404, erasedTexts.page(result));
    const completed = await this.contents.completeResult(result);
    await answerScrape(response, { result: completed, spec: scrapeSpecOf(result), version, refuse: refuseReading });
  }
}
