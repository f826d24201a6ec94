import { webhookDeliveryStates, webhookDeliveryWaits } from '@orbweaver/persistence';
import { z } from 'zod';
import { storedInt } from './bounds';
import { exampleId } from './examples';

/** Requests and answers about webhook deliveries. */

const instant = z.iso.datetime();

export const DeliveryState = z
  .enum(webhookDeliveryStates)
  .describe('`pending`: is tried, or waits for its turn or its next attempt; `dead`: was given up');

export const DeliveryWaitsFor = z
  .enum(webhookDeliveryWaits)
  .describe(
    'Of a pending one. `answer`: an attempt is under way; `earlier-event`: it is sent after the one in `behind` and those between; `retry`: at `nextAttemptAt`; `place`: it is due, and sent as soon as its receiver and team have a free place',
  );

export const WebhookDelivery = z
  .object({
    id: z.uuid().describe('The `webhookId` and the `webhook-id` header of every attempt'),
    jobId: z.uuid(),
    sequence: z.int().describe('Its place among the events of the job, from 1, in which they are delivered'),
    type: z.string().describe('Such as `crawl.page`'),
    pageId: z.uuid().optional().describe('Of a page event: its document is read at /v2/scrape/{id}'),
    url: z.string(),
    state: DeliveryState,
    createdAt: instant,
    deliveredAt: instant.optional().describe('When the receiver last took it'),
    waitsFor: DeliveryWaitsFor.optional(),
    behind: z
      .object({ id: z.uuid(), sequence: z.int() })
      .optional()
      .describe('With `earlier-event`: the event of the job that is sent next'),
    nextAttemptAt: instant.optional().describe('With `retry`: the time of the next attempt'),
    attempts: z.int(),
    lastStatus: z.int().optional().describe('What the receiver answered at the last attempt'),
    lastError: z.string().optional().describe('Why the last attempt was no delivery'),
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
      .describe('The last 50 attempts, the first of them first'),
  })
  .describe('An event of a job, and what became of its delivery');

export const WebhookDeliveries = z.object({
  success: z.literal(true),
  deliveries: z.array(WebhookDelivery).describe('The newest first'),
  next: z.url().optional().describe('More are there'),
});

const warning = z
  .string()
  .optional()
  .describe('The values of the headers of the webhook are erased. Events are sent again without these headers');

export const OneWebhookDelivery = z.object({ success: z.literal(true), delivery: WebhookDelivery, warning });

export const RedeliverRequest = z.strictObject({
  jobId: z.uuid().describe('Of the crawl or batch whose events are sent again'),
  states: z
    .array(DeliveryState)
    .min(1)
    .max(webhookDeliveryStates.length)
    .default([...webhookDeliveryStates])
    .describe('Only events in these states; of pending ones the wait is over'),
  after: storedInt(0).optional().describe('Where to go on, as `after` of the answer before has it'),
});
export type RedeliverRequest = z.output<typeof RedeliverRequest>;

export const Redelivered = z.object({
  success: z.literal(true),
  jobId: z.uuid(),
  redelivered: z.int().describe('Events that are sent again'),
  after: z.int().optional().describe('More such events are there: ask again with it'),
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
export const redeliverExample = { jobId, states: ['dead', 'pending'] };
export const redeliveredExample = { success: true, jobId, redelivered: 12 };
