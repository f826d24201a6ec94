import { webhookDeliveryStates, webhookDeliveryWaits } from '@orbweaver/persistence';
import { z } from 'zod';
import { storedInt } from './bounds';
import { exampleId } from './examples';

const instant = z.iso.datetime();

export const DeliveryState = z
  .enum(webhookDeliveryStates)
  .describe('`pending`: being sent or waiting; `dead`: failed permanently');

export const DeliveryWaitsFor = z
  .enum(webhookDeliveryWaits)
  .describe(
    'What a pending event waits for. `answer`: an attempt is in progress; `earlier-event`: the event in `behind` is sent first; `retry`: the next attempt at `nextAttemptAt`; `place`: a free slot of its receiver and team',
  );

export const WebhookDelivery = z
  .object({
    id: z.uuid().describe('The `webhookId` and `webhook-id` header of every attempt'),
    jobId: z.uuid(),
    sequence: z.int().describe('Position among the events of the job, starting at 1; also the order of delivery'),
    type: z.string().describe('Such as `crawl.page`'),
    pageId: z.uuid().optional().describe('Page of a page event: get its document from /v2/scrape/{id}'),
    url: z.string(),
    state: DeliveryState,
    createdAt: instant,
    deliveredAt: instant.optional().describe('When the receiver last accepted it'),
    waitsFor: DeliveryWaitsFor.optional(),
    behind: z
      .object({ id: z.uuid(), sequence: z.int() })
      .optional()
      .describe('The event that is sent first. Present with `earlier-event`'),
    nextAttemptAt: instant.optional().describe('Time of the next attempt. Present with `retry`'),
    attempts: z.int(),
    lastStatus: z.int().optional().describe('HTTP status of the last attempt'),
    lastError: z.string().optional().describe('Error of the last attempt'),
    log: z
      .array(
        z.object({
          attempt: z.int(),
          startedAt: instant,
          durationMs: z.int(),
          status: z.int().optional(),
          error: z.string().optional(),
        }),
      )
      .describe('The last 50 attempts, oldest first'),
  })
  .describe('A webhook event and the state of its delivery');

export const WebhookDeliveries = z.object({
  success: z.literal(true),
  deliveries: z.array(WebhookDelivery).describe('Newest first'),
  next: z.url().optional().describe('URL of the next page'),
});

const warning = z
  .string()
  .optional()
  .describe('The header values of the webhook are erased. Events are redelivered without these headers');

export const OneWebhookDelivery = z.object({ success: z.literal(true), delivery: WebhookDelivery, warning });

export const ShownWebhookDelivery = z.object({
  success: z.literal(true),
  delivery: WebhookDelivery,
  payload: z.string().optional().describe('Body of the delivery, as JSON text'),
  payloadOmitted: z.string().optional().describe('Why there is no `payload`'),
});

export const RedeliverRequest = z.strictObject({
  jobId: z.uuid().describe('Id of the crawl or batch'),
  states: z
    .array(DeliveryState)
    .min(1)
    .max(webhookDeliveryStates.length)
    .default([...webhookDeliveryStates])
    .describe('Only events in these states. Pending events become due immediately'),
  after: storedInt(0).optional().describe('Cursor from `after` of the previous response'),
});
export type RedeliverRequest = z.output<typeof RedeliverRequest>;

export const Redelivered = z.object({
  success: z.literal(true),
  jobId: z.uuid(),
  redelivered: z.int().describe('Number of redelivered events'),
  after: z.int().optional().describe('Cursor for the next request. Absent if there are no more events'),
  warning,
});

const jobId = exampleId;
const deliveryExample = {
  id: '0f1e2d3c-4b5a-4968-8776-655443322110',
  jobId,
  sequence: 2,
  type: 'crawl.page',
  pageId: '6a1d1c3e-2f4b-4c8d-9e0f-1a2b3c4d5e6f',
  url: 'https://receiver.example/hook',
  state: 'pending',
  createdAt: '2026-01-01T10:00:00.000Z',
  waitsFor: 'retry',
  nextAttemptAt: '2026-01-01T10:01:05.000Z',
  attempts: 1,
  lastStatus: 503,
  lastError: 'The receiver answered with status 503.',
  log: [
    {
      attempt: 1,
      startedAt: '2026-01-01T10:00:00.100Z',
      durationMs: 35,
      status: 503,
      error: 'The receiver answered with status 503.',
    },
  ],
};

export const deliveriesExample = {
  success: true,
  deliveries: [deliveryExample],
  next: `https://orbweaver.example/v2/webhooks/deliveries?state=pending&limit=1&after=1767261600000.${deliveryExample.id}`,
};
export const oneDeliveryExample = { success: true, delivery: deliveryExample };
export const shownDeliveryExample = {
  ...oneDeliveryExample,
  payload: `{"success":true,"type":"crawl.page","id":"${jobId}","webhookId":"${deliveryExample.id}","sequence":2,"metadata":{},"data":[{"markdown":"# Page"}]}`,
};
export const redeliverExample = { jobId, states: ['dead', 'pending'] };
export const redeliveredExample = { success: true, jobId, redelivered: 12 };
