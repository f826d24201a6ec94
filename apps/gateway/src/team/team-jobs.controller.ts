import { Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { JobKind, JobState } from '@orbweaver/core';
import {
  type Actor,
  type Caller,
  type Database,
  type JobOverview,
  listJobs,
  MAX_RETRIED_PAGES,
  readJobOverview,
  retryFailedPages,
  retryJob,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import { Operation } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import { answerRetry, refuseRetry } from '../jobs/answer-retry';
import { RateLimited } from '../limits/rate-guard';
import { adminQuery } from '../wire/admin/admin-query';
import { describeJob } from '../wire/admin/describe-job';
import { exampleJob } from '../wire/admin/examples';
import { AdminJobsAnswer, RetriedAnswer, RetriedPages } from '../wire/admin/jobs';
import { text } from '../wire/bounds';
import { readCursor, writeCursor } from '../wire/cursor';
import { exampleId } from '../wire/examples';

const MAX_SEARCH_CHARS = 500;

const jobsQuery = adminQuery({
  kind: JobKind.optional().describe('Only jobs of this kind'),
  state: JobState.optional().describe('Only jobs in this state'),
  search: text(MAX_SEARCH_CHARS).optional().describe('Only jobs with this id, or with this text in their URL'),
});

@Controller('v2/jobs')
@Authenticated()
export class TeamJobsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'List the jobs of the team',
    description: 'Scrapes, batches and crawls, newest first, until they expire.',
    tag: 'team',
    isExtension: true,
    query: jobsQuery.shown,
    answer: { schema: AdminJobsAnswer, example: { success: true, jobs: [exampleJob] } },
    errors: { 400: 'Invalid query' },
  })
  async list(@CurrentCaller() { teamId }: Caller, @Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(jobsQuery.read, asked);
    const { kind, state, search } = query;
    const after = query.after === undefined ? undefined : readCursor(query.after);
    const found = await listJobs(this.database, { teamId, kind, state, search, after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeCursor);
    return { success: true, jobs: rows.map(describeJob), ...next };
  }

  @Post(':id/retry')
  @RateLimited('job')
  @Operation({
    summary: 'Start an ended batch or crawl again',
    description:
      'Starts a new job with the same specification, webhook and key. Credits are checked as for a new job: the limit of a crawl is lowered to them.',
    tag: 'team',
    isExtension: true,
    answer: { schema: RetriedAnswer, example: { success: true, id: exampleId } },
    errors: {
      ...unknownResource('job'),
      402: "The team's credits do not cover the job",
      409: 'The job is running, expired, erased or a scrape, or had headers (their values are erased when a job ends)',
    },
  })
  async retry(@CurrentCaller() caller: Caller, @CurrentActor() actor: Actor, @Param('id') id: string) {
    const job = await this.find(caller, id);
    return answerRetry(await retryJob(this.database, actor, job.id), id);
  }

  @Post(':id/retry-failed')
  @RateLimited('job')
  @Operation({
    summary: 'Scrape the failed pages of a job again',
    description: `Starts a batch of up to ${MAX_RETRIED_PAGES} failed pages of an ended batch or crawl, oldest failures first, with the same scrape options, webhook and key. \`left\` counts the failed pages above this limit.`,
    tag: 'team',
    isExtension: true,
    answer: { schema: RetriedPages, example: { success: true, id: exampleId, pages: 12, left: 0 } },
    errors: {
      ...unknownResource('job'),
      402: "The team's credits do not cover the pages",
      409: 'The job has no failed pages, is running, expired, erased or a scrape, or had headers (their values are erased when a job ends)',
    },
  })
  async retryFailed(@CurrentCaller() caller: Caller, @CurrentActor() actor: Actor, @Param('id') id: string) {
    const job = await this.find(caller, id);
    const answer = await retryFailedPages(this.database, actor, { id: job.id });
    if (answer.kind === 'retried') return { success: true, id: answer.newId, pages: answer.pages, left: answer.left };
    if (answer.kind === 'no-failures') throw new ApiError(409, 'The job has no failed pages');
    throw refuseRetry(answer, id);
  }

  private async find({ teamId }: Caller, id: string): Promise<JobOverview> {
    const job = await readJobOverview(this.database, readPathId('job', id));
    if (job?.teamId !== teamId) throw notFound('job', id);
    return job;
  }
}
