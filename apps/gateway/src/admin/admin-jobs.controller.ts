import { Controller, Delete, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import {
  type Actor,
  cancelJob,
  type Database,
  listJobs,
  readErasure,
  readJobLeases,
  readJobOverview,
  requestErasure,
  retryJob,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { Administered } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import { Operation } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import { answerErasure, describeErasure } from '../jobs/answer-erasure';
import { answerRetry, NOT_RETRIED } from '../jobs/answer-retry';
import { JobCommands } from '../jobs/job-commands';
import { describeJob } from '../wire/admin/describe-job';
import { exampleJob, exampleLeases } from '../wire/admin/examples';
import { AdminJobAnswer, AdminJobsAnswer, adminJobsQuery, RetriedAnswer, ShownJobAnswer } from '../wire/admin/jobs';
import { readCursor, writeCursor } from '../wire/cursor';
import { ErasureAnswer, erasedExample, erasingExample } from '../wire/erasure';
import { exampleId } from '../wire/examples';

@Controller('admin/v1/jobs')
@Administered()
export class AdminJobsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
    private readonly commands: JobCommands,
  ) {}

  @Get()
  @Operation({
    summary: 'List jobs of all teams',
    tag: 'admin',
    query: adminJobsQuery.shown,
    answer: { schema: AdminJobsAnswer, example: { success: true, jobs: [exampleJob] } },
    errors: { 400: 'Invalid query' },
  })
  async list(@Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(adminJobsQuery.read, asked);
    const { teamId, kind, state } = query;
    const after = query.after === undefined ? undefined : readCursor(query.after);
    const found = await listJobs(this.database, { teamId, kind, state, after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeCursor);
    return { success: true, jobs: rows.map(describeJob), ...next };
  }

  @Get(':id')
  @Operation({
    summary: 'Get a job with its counts and leases',
    tag: 'admin',
    answer: { schema: ShownJobAnswer, example: { success: true, job: exampleJob, leases: exampleLeases } },
    errors: unknownResource('job'),
  })
  async read(@Param('id') id: string) {
    const job = await readJobOverview(this.database, readPathId('job', id));
    if (job === undefined) throw notFound('job', id);
    const { nextExpiryAt, nextLeaseAt, settledAt, expired } = await readJobLeases(this.database, job.id);
    const leases = {
      expired,
      nextExpiryAt: nextExpiryAt?.toISOString() ?? null,
      nextLeaseAt: nextLeaseAt?.toISOString() ?? null,
      settledAt: settledAt?.toISOString() ?? null,
    };
    return { success: true, job: describeJob(job), leases };
  }

  @Post(':id/cancel')
  @Operation({
    summary: 'Cancel a batch or a crawl',
    description: 'Documents scraped so far remain available.',
    tag: 'admin',
    answer: { schema: AdminJobAnswer, example: { success: true, job: { ...exampleJob, state: 'cancelled' } } },
    errors: { ...unknownResource('job'), 409: 'The job has ended or is a scrape' },
  })
  async cancel(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const answer = await cancelJob(this.database, actor, readPathId('job', id));
    if (answer.kind === 'unknown') throw notFound('job', id);
    if (answer.kind === 'scrape') throw new ApiError(409, NOT_RETRIED.scrape);
    if (answer.kind === 'ended') throw new ApiError(409, `The job is already ${answer.job.state}`);
    await this.commands.send({ type: 'CancelJob', jobId: answer.job.id });
    return { success: true, job: describeJob(answer.job) };
  }

  @Post(':id/retry')
  @Operation({
    summary: 'Retry an ended batch or crawl',
    description:
      'Starts a new job with the same specification, team and key. Credits are checked as for a new job: the limit of a crawl is lowered to them.',
    tag: 'admin',
    answer: { schema: RetriedAnswer, example: { success: true, id: exampleId } },
    errors: {
      ...unknownResource('job'),
      402: "The team's credits do not cover the job",
      409: 'The job is running, expired, erased or a scrape, or had headers (their values are erased when a job ends)',
    },
  })
  async retry(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return answerRetry(await retryJob(this.database, actor, readPathId('job', id)), id);
  }

  @Delete(':id/documents')
  @Operation({
    summary: 'Erase the documents of an ended job',
    description:
      'As `DELETE /v2/jobs/{id}/documents`, for jobs of any team. From the response on, no page of the job can be read.',
    tag: 'admin',
    answer: { schema: ErasureAnswer, example: erasingExample },
    status: 202,
    errors: { ...unknownResource('job'), 409: 'The job is running' },
  })
  async erase(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return answerErasure(await requestErasure(this.database, actor, { jobId: readPathId('job', id) }), id);
  }

  @Get(':id/erasure')
  @Operation({
    summary: 'Get the proof of an erasure',
    description: 'Kept after the job has expired.',
    tag: 'admin',
    answer: { schema: ErasureAnswer, example: erasedExample },
    errors: { 400: 'Invalid id', 404: 'The erasure of this job was not requested, or the job is unknown' },
  })
  async readErasure(@Param('id') id: string) {
    const erasure = await readErasure(this.database, readPathId('job', id));
    if (erasure === undefined) throw notFound('erasure', id);
    return describeErasure(erasure);
  }
}
