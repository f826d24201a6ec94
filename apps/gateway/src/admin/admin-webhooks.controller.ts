import { Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import {
  type Actor,
  type Database,
  type DeliveryOverview,
  type DeliveryOverviewCursor,
  listDeliveries,
  MAX_REDELIVERED_EVENTS,
  redeliverEvent,
  redeliverEvents,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { Administered } from '../edge/access';
import { AskingActor } from '../edge/asking-actor';
import { cutPage } from '../edge/cut-page';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { readQuery } from '../errors/read-wire';
import { isId } from '../jobs/find-job';
import {
  AdminDeliveriesAnswer,
  adminDeliveriesQuery,
  RedeliverAllRequest,
  RedeliveredAllAnswer,
  RedeliveredEventAnswer,
} from '../wire/admin/deliveries';
import { exampleDelivery, exampleRedelivered, exampleRedeliveredEvent } from '../wire/admin/examples';
import { MAX_STORED_INT } from '../wire/bounds';
import { refuseCursor } from '../wire/cursor';
import { notFound, readPathId, UNKNOWN } from './not-found';

/** Webhook events of all teams. */
@Controller('admin/v1/webhooks/deliveries')
@Administered()
export class AdminWebhooksController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'List webhook events of all teams that wait or were given up',
    description: 'Without the address of the receiver, which may have secrets in it: its host alone is shown.',
    tag: 'admin',
    query: adminDeliveriesQuery.shown,
    answer: { schema: AdminDeliveriesAnswer, example: { success: true, deliveries: [exampleDelivery] } },
    errors: { 400: 'The query is wrong' },
  })
  async list(@Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(adminDeliveriesQuery.read, asked);
    const { teamId, jobId, state } = query;
    const after = query.after === undefined ? undefined : readEventCursor(query.after);
    const states = state === undefined ? (['dead', 'pending'] as const) : [state];
    const found = await listDeliveries(this.database, { teamId, jobId, states, after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeEventCursor);
    return { success: true, deliveries: rows.map(describe), ...next };
  }

  @Post('redeliver')
  @Operation({
    summary: 'Send the webhook events of all teams again that were given up',
    description: `Job after job, the oldest first, each in its order and under the ids of its events, by a schedule of retries that begins anew; an earlier event that waits is due at once. A request takes so many jobs and ${MAX_REDELIVERED_EVENTS} events at most; \`after\` of the answer goes on, perhaps within a job.`,
    tag: 'admin',
    body: { schema: RedeliverAllRequest, example: { states: ['dead'] } },
    answer: { schema: RedeliveredAllAnswer, example: { success: true, ...exampleRedelivered } },
    errors: { 400: 'The body is wrong' },
  })
  async redeliverAll(@AskingActor() actor: Actor, @WireBody() body: RedeliverAllRequest) {
    const from = body.after === undefined ? undefined : readEventCursor(body.after);
    const { jobs, after } = await redeliverEvents(this.database, actor, { ...body, after: from });
    return {
      success: true,
      redelivered: jobs.reduce((sum, job) => sum + job.redelivered, 0),
      jobs,
      after: after === null ? null : writeEventCursor(after),
    };
  }

  @Post(':id/redeliver')
  @Operation({
    summary: 'Send a webhook event of any team again',
    description:
      'Under its id, in its place among those of its job, by a schedule of retries that begins anew. An earlier event of the job that waits is sent first, at once: `waitsFor` of the answer is then `earlier-event`.',
    tag: 'admin',
    answer: { schema: RedeliveredEventAnswer, example: { success: true, ...exampleRedeliveredEvent } },
    errors: { ...UNKNOWN('event'), 409: 'Its target is erased' },
  })
  async redeliver(@AskingActor() actor: Actor, @Param('id') id: string) {
    const eventId = readPathId('event', id);
    const answer = await redeliverEvent(this.database, actor, eventId);
    if (answer.kind === 'unknown') throw notFound('event', id);
    if (answer.kind === 'erased') {
      throw new ApiError(409, 'The job ran with zero data retention: the target of its webhook is erased');
    }
    const { jobId, wait } = answer;
    return { success: true, id: eventId, jobId, waitsFor: wait.waitsFor, behind: wait.behind };
  }
}

const describe = ({ createdAt, nextAttemptAt, ...delivery }: DeliveryOverview) => ({
  ...delivery,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

const writeEventCursor = ({ jobId, sequence }: DeliveryOverviewCursor) => `${jobId}.${sequence}`;

function readEventCursor(text: string): DeliveryOverviewCursor {
  const [jobId = '', sequence = '', ...rest] = text.split('.');
  if (!isId(jobId) || !/^\d{1,10}$/.test(sequence) || rest.length > 0) throw refuseCursor(text);
  return { jobId, sequence: Math.min(Number(sequence), MAX_STORED_INT) };
}
