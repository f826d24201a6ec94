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
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { isId, notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
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

@Controller('admin/v1/webhooks/deliveries')
@Administered()
export class AdminWebhooksController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'List pending and dead webhook events of all teams',
    description: 'Shows only the host of the receiver, because its URL may contain secrets.',
    tag: 'admin',
    query: adminDeliveriesQuery.shown,
    answer: { schema: AdminDeliveriesAnswer, example: { success: true, deliveries: [exampleDelivery] } },
    errors: { 400: 'Invalid query' },
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
    summary: 'Redeliver dead webhook events of all teams',
    description: `Redelivers job by job, oldest first, in order and with the same event ids. Restarts the retry schedule; an earlier pending event becomes due immediately. One request redelivers up to \`limit\` jobs and ${MAX_REDELIVERED_EVENTS} events. Send \`after\` of the response to continue.`,
    tag: 'admin',
    body: { schema: RedeliverAllRequest, example: { states: ['dead'] } },
    answer: { schema: RedeliveredAllAnswer, example: { success: true, ...exampleRedelivered } },
    errors: { 400: 'Invalid body' },
  })
  async redeliverAll(@CurrentActor() actor: Actor, @WireBody() body: RedeliverAllRequest) {
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
    summary: 'Redeliver a webhook event of any team',
    description:
      'Keeps the event id and the order of the job, and restarts the retry schedule. An earlier pending event of the job is sent first, immediately; `waitsFor` is then `earlier-event`.',
    tag: 'admin',
    answer: { schema: RedeliveredEventAnswer, example: { success: true, ...exampleRedeliveredEvent } },
    errors: { ...unknownResource('event'), 409: 'The target URL is erased' },
  })
  async redeliver(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const eventId = readPathId('event', id);
    const answer = await redeliverEvent(this.database, actor, eventId);
    if (answer.kind === 'unknown') throw notFound('event', id);
    if (answer.kind === 'erased') {
      throw new ApiError(409, 'The webhook URL of the job is erased');
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
