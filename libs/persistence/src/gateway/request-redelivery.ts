import { type Database, Prisma, type Transaction } from '../database';
import { isOfJob } from '../index-keys';
import { dueNow, lockOutbox } from '../results/lock-outbox';
import type { WebhookDeliveryState } from './read-webhook-deliveries';

/** Events per transaction. Limits the wait of senders. */
export const STEP_EVENTS = 5000;

/** Maximum events per request: some seconds of work. */
export const MAX_REDELIVERED_EVENTS = 10_000;

const isBeingSent = Prisma.sql`coalesce(e.state = 'pending' AND e.claimed_until > now(), false)`;

/** The retry schedule restarts; a running attempt counts as its first. */
const attemptsBefore = Prisma.sql`e.attempts - ${isBeingSent}::int`;

/**
 * Redelivers one event with a new retry schedule. Events of a job are sent in order, so the first pending event before
 * it becomes due too. Other events are unchanged.
 */
export async function requestRedelivery(database: Database, event: RedeliveredEvent): Promise<void> {
  await database.$transaction((transaction) => putEventBack(transaction, event));
}

export interface RedeliveredEvent {
  id: string;
  jobId: string;
  sequence: number;
}

/** Like requestRedelivery within the caller's transaction. False if the job's target is erased. */
export async function putEventBack(transaction: Transaction, event: RedeliveredEvent): Promise<boolean> {
  if (!(await hasTarget(transaction, event.jobId))) return false;
  await transaction.$executeRaw`
    WITH head AS (
      SELECT id, sequence FROM webhook_events WHERE state = 'pending' AND job_id = ${event.jobId}::uuid
      ORDER BY sequence LIMIT 1)
    UPDATE webhook_events e SET
      state = 'pending', attempts_before = ${attemptsBefore},
      next_attempt_at = CASE WHEN ${isBeingSent} THEN e.next_attempt_at ELSE ${dueNow} END,
      is_first = e.sequence = least(${event.sequence}::int, (SELECT sequence FROM head))
    WHERE e.id IN (${event.id}::uuid, (SELECT id FROM head))`;
  return true;
}

export interface JobRedeliveryRequest {
  jobId: string;
  states: readonly WebhookDeliveryState[];
  after?: number;
  maxEvents?: number;
  stepEvents?: number;
}

/** Redelivers a job's events in these states in order. Returns their number; `after` is the cursor for the rest. */
export async function requestRedeliveryOfJob(
  database: Database,
  { jobId, states, after = 0, maxEvents = MAX_REDELIVERED_EVENTS, stepEvents = STEP_EVENTS }: JobRedeliveryRequest,
): Promise<{ redelivered: number; after?: number }> {
  let redelivered = 0;
  let last = after;
  for (let mayHaveMore = true; mayHaveMore && redelivered < maxEvents; ) {
    const range = { jobId, states, after: last, limit: Math.min(stepEvents, maxEvents - redelivered) };
    const step = await database.$transaction((transaction) => putEventsBack(transaction, range));
    redelivered += step?.asked ?? 0;
    last = step?.last ?? last;
    mayHaveMore = step?.asked === range.limit;
  }
  const isCut = redelivered === maxEvents && (await hasEvents(database, { jobId, states, after: last, limit: 1 }));
  return isCut ? { redelivered, after: last } : { redelivered };
}

/** The target of an ephemeral job is erased with its last event. Locks the outbox. */
async function hasTarget(transaction: Transaction, jobId: string): Promise<boolean> {
  const job = await lockOutbox(transaction, jobId);
  return job?.hasTarget === true;
}

export interface EventRange {
  jobId: string;
  states: readonly WebhookDeliveryState[];
  after: number;
  limit: number;
}

/**
 * Redelivers a range of events and marks the outbox's first pending event. Untried events need no change. Returns the
 * number of requested events and the last sequence; undefined if there is none or the target is erased.
 */
export async function putEventsBack(
  transaction: Transaction,
  { jobId, states, after, limit }: EventRange,
): Promise<{ asked: number; last: number } | undefined> {
  if (!(await hasTarget(transaction, jobId))) return undefined;
  const asked = eventsIn({ jobId, states, after, limit });
  const [counted] = await transaction.$queryRaw<
    { asked: number; first: number | null; last: number | null; head: number | null }[]
  >`
    SELECT count(*)::int AS asked, min(sequence) AS first, max(sequence) AS last,
           (SELECT sequence FROM webhook_events WHERE state = 'pending' AND job_id = ${jobId}::uuid
            ORDER BY sequence LIMIT 1) AS head
    FROM ${asked}`;
  if (counted === undefined || counted.first === null || counted.last === null) return undefined;
  const { first, last, head } = counted;
  const newHead = Math.min(first, head ?? first);
  await transaction.$executeRaw`
    UPDATE webhook_events e SET
      state = 'pending', attempts_before = ${attemptsBefore},
      next_attempt_at = CASE WHEN ${isBeingSent} THEN e.next_attempt_at ELSE ${dueNow} END,
      is_first = e.sequence = ${newHead}::int
    -- An array, so that only the range is read. An OR of two conditions would read the whole job.
    WHERE e.id = ANY (ARRAY(
        SELECT id FROM ${asked}
        UNION ALL
        SELECT e.id FROM webhook_events e WHERE ${isOfJob('e', jobId)} AND e.sequence = ${head}::int))
      AND (e.state <> 'pending' OR e.attempts <> e.attempts_before OR e.is_first)`;
  return { asked: counted.asked, last };
}

async function hasEvents(database: Database, range: EventRange): Promise<boolean> {
  return (await database.$queryRaw<object[]>`SELECT asked.sequence FROM ${eventsIn(range)}`).length > 0;
}

function eventsIn({ jobId, states, after, limit }: EventRange): Prisma.Sql {
  return Prisma.sql`
    (SELECT found.* FROM unnest(${[...new Set(states)]}::text[]) AS of_state(name) CROSS JOIN LATERAL (
       SELECT id, sequence FROM webhook_events
       WHERE state = of_state.name AND job_id = ${jobId}::uuid AND sequence > ${after}::int
       ORDER BY sequence LIMIT ${limit}::int) found
     ORDER BY found.sequence LIMIT ${limit}::int) asked`;
}
