import { Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import {
  type Caller,
  type Database,
  hasErasedWebhookHeaders,
  MAX_REDELIVERED_EVENTS,
  requestRedelivery,
  requestRedeliveryOfJob,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { AskingCaller, Authenticated } from '../edge/access';
import { cutPage } from '../edge/cut-page';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { FindJob } from '../jobs/find-job';
import { RateLimited } from '../limits/rate-guard';
import {
  deliveriesExample,
  OneWebhookDelivery,
  oneDeliveryExample,
  Redelivered,
  RedeliverRequest,
  redeliverExample,
  redeliveredExample,
  WebhookDeliveries,
} from '../wire/webhook-deliveries';
import { describeDelivery } from './describe-delivery';
import { cursorBehind, deliveriesQuery, ListDeliveries, readDeliveriesQuery } from './list-deliveries';

const targetErased = () =>
  new ApiError(409, 'The job ran with zero data retention: what its webhook told of, and its target, are erased');

const WITHOUT_HEADERS =
  'The values of the headers of this webhook were erased when its events were delivered. Events are sent again without these headers';

const UNKNOWN = { 404: 'The delivery is unknown, or its job was deleted' };
const ERASED = { 409: 'The job ran with zero data retention: the target of its webhook is erased' };

/** Lists webhook events and sends them again: an extension of the interface. */
@Controller('v2/webhooks/deliveries')
@Authenticated()
export class WebhooksController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly deliveries: ListDeliveries,
    private readonly jobs: FindJob,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'List the webhook events of the team, with the log of their attempts',
    description: 'The newest first. They are kept as long as their job.',
    tag: 'webhooks',
    isExtension: true,
    query: deliveriesQuery.shown,
    answer: { schema: WebhookDeliveries, example: deliveriesExample },
    errors: { 400: 'The query is wrong' },
  })
  async list(@AskingCaller() caller: Caller, @Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readDeliveriesQuery(asked);
    const found = await this.deliveries.list(caller, query);
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, cursorBehind(query));
    return { success: true, deliveries: rows.map(describeDelivery), ...next };
  }

  @Get(':id')
  @Operation({
    summary: 'Read one webhook event, with the log of its attempts',
    tag: 'webhooks',
    isExtension: true,
    answer: { schema: OneWebhookDelivery, example: oneDeliveryExample },
    errors: UNKNOWN,
  })
  async read(@AskingCaller() caller: Caller, @Param('id') id: string) {
    return { success: true, delivery: describeDelivery(await this.deliveries.find(caller, id)) };
  }

  @Post('redeliver')
  @RateLimited('job')
  @Operation({
    summary: 'Send the webhook events of a job again',
    description: `In their order, under their ids, by a schedule of retries that begins anew. Those that wait for a retry are due at once. An attempt under way counts as the first of its schedule. A request takes ${MAX_REDELIVERED_EVENTS} events at most; with \`after\` of the answer the next one goes on.`,
    tag: 'webhooks',
    isExtension: true,
    body: { schema: RedeliverRequest, example: redeliverExample },
    answer: { schema: Redelivered, example: redeliveredExample },
    errors: { 400: 'The body is wrong', 404: 'The job is unknown or expired', ...ERASED },
  })
  async redeliverJob(@AskingCaller() caller: Caller, @WireBody() body: RedeliverRequest) {
    const job = await this.jobs.find(caller, body.jobId);
    if (job.erasedAt !== null) throw targetErased();
    const { states, after } = body;
    return {
      success: true,
      jobId: job.id,
      ...(await requestRedeliveryOfJob(this.database, { jobId: job.id, states, after })),
      ...(await this.warnOfHeaders(job.id)),
    };
  }

  @Post(':id/redeliver')
  @RateLimited('job')
  @Operation({
    summary: 'Send a webhook event again',
    description:
      'Under its id, by a schedule of retries that begins anew. It takes its place in the order of its job: an earlier event that waits for a retry is due at once as well. An attempt under way counts as the first of that schedule.',
    tag: 'webhooks',
    isExtension: true,
    answer: { schema: OneWebhookDelivery, example: oneDeliveryExample },
    errors: { ...UNKNOWN, ...ERASED },
  })
  async redeliver(@AskingCaller() caller: Caller, @Param('id') id: string) {
    const delivery = await this.deliveries.find(caller, id);
    if (delivery.url === '') throw targetErased();
    await requestRedelivery(this.database, delivery);
    const now = describeDelivery(await this.deliveries.find(caller, id));
    return { success: true, delivery: now, ...(await this.warnOfHeaders(delivery.jobId)) };
  }

  private async warnOfHeaders(jobId: string): Promise<{ warning?: string }> {
    return (await hasErasedWebhookHeaders(this.database, jobId)) ? { warning: WITHOUT_HEADERS } : {};
  }
}
