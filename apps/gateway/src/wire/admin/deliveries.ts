import { z } from 'zod';
import { DeliveryState, DeliveryWaitsFor } from '../webhook-deliveries';
import { adminQuery, next, ofTeam } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const adminDeliveriesQuery = adminQuery({
  teamId: ofTeam,
  jobId: z.uuid().optional().describe('Only of this job'),
  state: DeliveryState.optional().describe('Only events in this state; by default those that wait or were given up'),
});

const EventBehind = z
  .object({ id: z.uuid(), sequence: z.int() })
  .nullable()
  .describe('With `earlier-event`: the event of the job that is sent next');
export const AdminDelivery = z.object({
  id: z.uuid().describe('The `webhookId` of every attempt'),
  jobId: z.uuid(),
  teamId: z.uuid(),
  team: z.string().nullable(),
  sequence: z.int().describe('Its place among the events of the job, from 1, in which they are delivered'),
  type: z.string().describe('Such as `crawl.page`'),
  endpoint: z.string().nullable().describe('Host and port of the receiver; null: not sent yet, or erased'),
  state: DeliveryState,
  waitsFor: DeliveryWaitsFor.nullable(),
  behind: EventBehind,
  nextAttemptAt: instant.nullable().describe('With `retry`: the time of the next attempt'),
  attempts: z.int(),
  lastStatus: z.int().nullable().describe('What the receiver answered at the last attempt'),
  lastError: z.string().nullable().describe('Why the last attempt was no delivery'),
  createdAt: instant,
});
export const AdminDeliveriesAnswer = z.object({
  success,
  deliveries: z.array(AdminDelivery).describe('Those of the newest job first, and of a job the last first'),
  next,
});

/** Each job is a transaction or more. */
const MAX_REDELIVERED_JOBS = 100;
export const RedeliverAllRequest = z.strictObject({
  teamId: z.uuid().optional().describe('Only events of this team'),
  jobId: z.uuid().optional().describe('Only events of this job'),
  states: z
    .array(DeliveryState)
    .min(1)
    .max(DeliveryState.options.length)
    .default(['dead'])
    .describe('Only events in these states; of pending ones the wait is over'),
  limit: z
    .int()
    .min(1)
    .max(MAX_REDELIVERED_JOBS)
    .default(MAX_REDELIVERED_JOBS)
    .describe('Jobs at most, the oldest first'),
  after: z.string().max(60).optional().describe('Where to go on, as `after` of the answer before has it'),
});
export type RedeliverAllRequest = z.output<typeof RedeliverAllRequest>;
export const RedeliveredAllAnswer = z.object({
  success,
  redelivered: z.int().describe('Events that are sent again'),
  jobs: z.array(z.object({ jobId: z.uuid(), teamId: z.uuid(), redelivered: z.int() })),
  after: z.string().nullable().describe('There are more such events: ask again with it; null: there are none'),
});
export const RedeliveredEventAnswer = z.object({
  success,
  id: z.uuid(),
  jobId: z.uuid(),
  waitsFor: DeliveryWaitsFor.nullable(),
  behind: EventBehind,
});
