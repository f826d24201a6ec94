import { Controller, Delete, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Caller, Database } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request, Response } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation, type OperationSpec } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { sendJson, sendJsonParts } from '../edge/send-json';
import { JobEvents } from '../notifications/job-events';
import { RequestedVersion, versions } from '../versions';
import { Cancelled, JobErrors, RunningCrawls } from '../wire/answers';
import type { ApiVersion } from '../wire/api-version';
import { cancelledExample, errorsExample, runningExample, statusExample } from '../wire/examples';
import { warningOf } from '../wire/warning-of';
import { FindJob, refuseIfErased } from './find-job';
import { JobCancellation } from './job-cancellation';
import { JobStatus } from './job-status';
import { ListErrors } from './list-errors';
import { pagingQuery, readPaging, warnOfUnknownParameters } from './read-paging';
import { ReadReceipts } from './read-receipts';
import { StatusPages } from './status-pages';
import { writeRunningCrawls } from './write-running-crawls';

/** Maximum wait for the next document, because clients poll without a pause. */
const HOLD_MS = 1000;

const JOB_PATHS = ['crawl/:id', 'batch/scrape/:id'];
const ERROR_PATHS = JOB_PATHS.map((path) => `${path}/errors`);
const UNKNOWN = { 404: 'The job is unknown or expired' };

const errorsOperation: OperationSpec = {
  summary: 'List the pages of a job without a document',
  description: 'Failed pages, and pages that a cancelled job did not visit.',
  tag: 'jobs',
  answer: { schema: JobErrors, example: errorsExample },
  errors: UNKNOWN,
};

@Controller(['v1', 'v2'])
@Authenticated()
export class JobsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
    private readonly status: JobStatus,
    private readonly pages: StatusPages,
    private readonly cancelling: JobCancellation,
    private readonly errors: ListErrors,
    private readonly events: JobEvents,
    private readonly reads: ReadReceipts,
    private readonly address: PublicAddress,
  ) {}

  // Before `crawl/:id`, which would match the word as an id.
  @Get(['crawl/active', 'crawl/ongoing'])
  @Operation({
    summary: 'List running crawls of the team',
    tag: 'crawl',
    answer: { schema: RunningCrawls, example: runningExample },
  })
  running(
    @CurrentCaller() caller: Caller,
    @RequestedVersion() version: ApiVersion,
    @Res() response: Response,
  ): Promise<void> {
    return sendJsonParts(response, writeRunningCrawls(this.database, caller.teamId, version));
  }

  @Get(JOB_PATHS)
  @Operation({
    summary: 'Get the status and documents of a job',
    description: 'Both paths accept crawls and batches. Upgrade the same URL to a WebSocket to stream documents.',
    tag: 'jobs',
    query: pagingQuery,
    answer: {
      v1: { schema: versions.v1.JobStatus, example: statusExample },
      v2: { schema: versions.v2.JobStatus, example: statusExample },
    },
    errors: {
      ...UNKNOWN,
      400: 'Invalid pagination',
      410: 'The job is erased and has no further pages',
    },
  })
  async read(
    @CurrentCaller() caller: Caller,
    @RequestedVersion() version: ApiVersion,
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const paging = readPaging(query);
    let job = await this.jobs.find(caller, id);
    if (paging.skip > 0 && job.completed <= paging.skip && job.state === 'scraping') {
      await this.events.next(job.id, HOLD_MS, untilClosed(request, response));
      job = await this.jobs.find(caller, id);
    }
    if (paging.skip > 0) refuseIfErased(job);
    const page = await this.pages.read(job, paging, version);
    const limit = paging.limit === undefined ? '' : `&limit=${paging.limit}`;
    const hasNext = page.json.length > 0 && job.completed > page.last;
    const next = hasNext ? `${this.address.of(request)}${request.path}?skip=${page.last}${limit}` : undefined;
    if (hasNext) await this.reads.hold(job);
    else if (request.method === 'GET') this.reads.noteWhenSent(job, page.last, response);
    const summary = await this.status.summarise(job);
    const warned = warningOf(summary.warning, warnOfUnknownParameters(query, Object.keys(pagingQuery.shape)));
    const head = JSON.stringify({ ...summary, ...warned, next });
    sendJson(response, Buffer.from(`${head.slice(0, -1)},"data":[`), page.json, Buffer.from(']}'));
  }

  @Delete(JOB_PATHS)
  @Operation({
    summary: 'Cancel a job',
    description: 'Documents scraped so far remain available. Cancelling a cancelled job succeeds.',
    tag: 'jobs',
    answer: { schema: Cancelled, example: cancelledExample },
    errors: { ...UNKNOWN, 409: 'The job has ended' },
  })
  cancel(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return this.cancelling.cancel(caller, id);
  }

  @Get(ERROR_PATHS)
  @Operation(errorsOperation)
  readErrors(@CurrentCaller() caller: Caller, @Param('id') id: string, @Res() response: Response): Promise<void> {
    return sendJsonParts(response, this.errors.write(caller, id));
  }

  // For a client library that reads errors with DELETE.
  @Delete(ERROR_PATHS)
  @Operation({ ...errorsOperation, description: 'Same as GET. Nothing is deleted or cancelled.' })
  readErrorsByDelete(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    return this.readErrors(caller, id, response);
  }
}
