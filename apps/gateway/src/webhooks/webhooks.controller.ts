import { Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import {
  type Caller,
  type Database,
  hasErasedWebhookHeaders,
  MAX_REDELIVERED_EVENTS,
  readJob,
  requestRedelivery,
  requestRedeliveryOfJob,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { cutPage } from '../edge/cut-page';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { erasedTexts } from '../jobs/erased-texts';
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
  ShownWebhookDelivery,
  shownDeliveryExample,
  WebhookDeliveries,
} from '../wire/webhook-deliveries';
import { DeliveryPayloads, MAX_PAYLOAD_BYTES } from './delivery-payloads';
import { describeDelivery } from './describe-delivery';
import { cursorAfter, deliveriesQuery, ListDeliveries, readDeliveriesQuery } from './list-deliveries';

const targetErased = (job: { zeroDataRetention: boolean }) => new ApiError(409, erasedTexts.events(job));

const WITHOUT_HEADERS =
  'The header values of this webhook were erased when its events were delivered. Events are redelivered without these headers';

const UNKNOWN = { 404: 'The delivery is unknown, or its job is expired' };
const ERASED = { 409: 'The webhook events of the job are erased, on demand or after zero data retention' };

@Controller('v2/webhooks/deliveries')
@Authenticated()
export class WebhooksController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly deliveries: ListDeliveries,
    private readonly payloads: DeliveryPayloads,
    private readonly jobs: FindJob,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'List webhook events of the team with their attempts',
    description: 'Newest first. Events expire with their job.',
    tag: 'webhooks',
    isExtension: true,
    query: deliveriesQuery.shown,
    answer: { schema: WebhookDeliveries, example: deliveriesExample },
    errors: { 400: 'Invalid query' },
  })
  async list(@CurrentCaller() caller: Caller, @Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readDeliveriesQuery(asked);
    const found = await this.deliveries.list(caller, query);
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, cursorAfter(query));
    return { success: true, deliveries: rows.map(describeDelivery), ...next };
  }

  @Get(':id')
  @Operation({
    summary: 'Get a webhook event with its payload and attempts',
    description: `\`payload\` is the body of the delivery, as it would be sent now. A payload above ${MAX_PAYLOAD_BYTES / 1024} KiB is not returned.`,
    tag: 'webhooks',
    isExtension: true,
    answer: { schema: ShownWebhookDelivery, example: shownDeliveryExample },
    errors: UNKNOWN,
  })
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    const delivery = describeDelivery(await this.deliveries.find(caller, id));
    return { success: true, delivery, ...(await this.payloads.read(caller, delivery.id)) };
  }

  @Post('redeliver')
  @RateLimited('job')
  @Operation({
    summary: 'Redeliver webhook events of a job',
    description: `Redelivers in order with the same event ids, and restarts the retry schedule. Pending events become due immediately; an attempt in progress counts as the first. One request redelivers up to ${MAX_REDELIVERED_EVENTS} events. Send \`after\` of the response to continue.`,
    tag: 'webhooks',
    isExtension: true,
    body: { schema: RedeliverRequest, example: redeliverExample },
    answer: { schema: Redelivered, example: redeliveredExample },
    errors: { 400: 'Invalid body', 404: 'The job is unknown or expired', ...ERASED },
  })
  async redeliverJob(@CurrentCaller() caller: Caller, @WireBody() body: RedeliverRequest) {
    const job = await this.jobs.find(caller, body.jobId);
    if (job.erasedAt !== null) throw targetErased(job);
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
    summary: 'Redeliver a webhook event',
    description:
      'Keeps the event id and the order of the job, and restarts the retry schedule. Earlier pending events also become due immediately. An attempt in progress counts as the first.',
    tag: 'webhooks',
    isExtension: true,
    answer: { schema: OneWebhookDelivery, example: oneDeliveryExample },
    errors: { ...UNKNOWN, ...ERASED },
  })
  async redeliver(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    const delivery = await this.deliveries.find(caller, id);
    const job = await readJob(this.database, { jobId: delivery.jobId, teamId: caller.teamId });
    if (delivery.url === '' || (job !== undefined && job.erasedAt !== null)) {
      throw targetErased(job ?? { zeroDataRetention: true });
    }
    await requestRedelivery(this.database, delivery);
    const now = describeDelivery(await this.deliveries.find(caller, id));
    return { success: true, delivery: now, ...(await this.warnOfHeaders(delivery.jobId)) };
  }

  private async warnOfHeaders(jobId: string): Promise<{ warning?: string }> {
    return (await hasErasedWebhookHeaders(this.database, jobId)) ? { warning: WITHOUT_HEADERS } : {};
  }
}
