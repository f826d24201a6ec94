import { z } from 'zod';
import { DeliveryState, DeliveryWaitsFor } from '../webhook-deliveries';
import { adminQuery, next, ofTeam } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const adminDeliveriesQuery = adminQuery({
  teamId: ofTeam,
  jobId: z.uuid().optional().describe('Only events of this job'),
  state: DeliveryState.optional().describe('Only events in this state. Default: pending and dead events'),
});

const EventBehind = z
  .object({ id: z.uuid(), sequence: z.int() })
  .nullable()
  .describe('The event that is sent first. Present with `earlier-event`');
export const AdminDelivery = z.object({
  id: z.uuid().describe('The `webhookId` of every attempt'),
  jobId: z.uuid(),
  teamId: z.uuid(),
  team: z.string().nullable(),
  sequence: z.int().describe('Position among the events of the job, starting at 1; also the order of delivery'),
  type: z.string().describe('Such as `crawl.page`'),
  endpoint: z.string().nullable().describe('Host and port of the receiver; null: not sent yet, or erased'),
  state: DeliveryState,
  waitsFor: DeliveryWaitsFor.nullable(),
  behind: EventBehind,
  nextAttemptAt: instant.nullable().describe('Time of the next attempt. Present with `retry`'),
  attempts: z.int(),
  lastStatus: z.int().nullable().describe('HTTP status of the last attempt'),
  lastError: z.string().nullable().describe('Error of the last attempt'),
  createdAt: instant,
});
export const AdminDeliveriesAnswer = z.object({
  success,
  deliveries: z.array(AdminDelivery).describe('Newest job first; within a job, last event first'),
  next,
});

/** Each job needs at least one transaction. */
const MAX_REDELIVERED_JOBS = 100;
export const RedeliverAllRequest = z.strictObject({
  teamId: z.uuid().optional().describe('Only events of this team'),
  jobId: z.uuid().optional().describe('Only events of this job'),
  states: z
    .array(DeliveryState)
    .min(1)
    .max(DeliveryState.options.length)
    .default(['dead'])
    .describe('Only events in these states. Pending events become due immediately'),
  limit: z
    .int()
    .min(1)
    .max(MAX_REDELIVERED_JOBS)
    .default(MAX_REDELIVERED_JOBS)
    .describe('Maximum number of jobs, oldest first'),
  after: z.string().max(60).optional().describe('Cursor from `after` of the previous response'),
});
export type RedeliverAllRequest = z.output<typeof RedeliverAllRequest>;
export const RedeliveredAllAnswer = z.object({
  success,
  redelivered: z.int().describe('Number of redelivered events'),
  jobs: z.array(z.object({ jobId: z.uuid(), teamId: z.uuid(), redelivered: z.int() })),
  after: z.string().nullable().describe('Cursor for the next request. null: no more events'),
});
export const RedeliveredEventAnswer = z.object({
  success,
  id: z.uuid(),
  jobId: z.uuid(),
  waitsFor: DeliveryWaitsFor.nullable(),
  behind: EventBehind,
});
