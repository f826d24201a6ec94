import { type Database, Prisma, type Transaction } from '../database';
import { isOfJob } from '../index-keys';
import { dueNow, lockOutbox } from '../results/lock-outbox';
import type { WebhookDeliveryState } from './read-webhook-deliveries';

/** Events changed by one statement: few, so that no sender waits long. */
const STEP_EVENTS = 5000;

/** Of an event `e`. */
const isBeingSent = Prisma.sql`coalesce(e.state = 'pending' AND e.claimed_until > now(), false)`;

/** The schedule of retries begins anew, with the attempt under way as its first if there is one. */
const attemptsBefore = Prisma.sql`e.attempts - ${isBeingSent}::int`;

/**
 * Puts one event back into the outbox with a new schedule of retries. A job's events are sent in order, so the first
 * unsent event before it becomes due at once too, with all its retries. The job's other events stay as they are.
 */
export async function requestRedelivery(database: Database, event: RedeliveredEvent): Promise<void> {
  await database.$transaction((transaction) => putEventBack(transaction, event));
}

export interface RedeliveredEvent {
  id: string;
  jobId: string;
  sequence: number;
}

/** The same in a transaction of the caller. Answers false when the target of the job is erased. */
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

/**
 * The same for all events of a job in one of these states, from first to last. Answers how many; events that were never
 * tried need no change. `note` is called in the transaction of every step, with the number of its events.
 */
export async function requestRedeliveryOfJob(
  database: Database,
  request: { jobId: string; states: readonly WebhookDeliveryState[]; stepEvents?: number },
  note?: (transaction: Transaction, asked: number) => Promise<void>,
): Promise<number> {
  const { jobId, states, stepEvents = STEP_EVENTS } = request;
  const [last] = await database.$queryRaw<{ sequence: number }[]>`
    SELECT coalesce(max(sequence), 0)::int AS sequence FROM webhook_events WHERE ${isOfJob('webhook_events', jobId)}`;
  let asked = 0;
  for (let after = 0; after < (last?.sequence ?? 0); after += stepEvents) {
    const range = { jobId, states, after, until: after + stepEvents };
    asked += await database.$transaction(async (transaction) => {
      const inStep = await putBack(transaction, range);
      if (inStep > 0) await note?.(transaction, inStep);
      return inStep;
    });
  }
  return asked;
}

/** The target of a job with zeroDataRetention is erased with the last of its events. Holds the outbox. */
async function hasTarget(transaction: Transaction, jobId: string): Promise<boolean> {
  const job = await lockOutbox(transaction, jobId);
  return job?.hasTarget === true;
}

/** Every step leaves the outbox in order: its first pending event is marked, and no other. */
async function putBack(
  transaction: Transaction,
  range: { jobId: string; states: readonly WebhookDeliveryState[]; after: number; until: number },
): Promise<number> {
  if (!(await hasTarget(transaction, range.jobId))) return 0;
  // Compares rows, and the state apart from them: a condition on either column alone fits the index of events by
  // state too, and Postgres would skip through that index for these numbers in all jobs.
  const place = Prisma.sql`(uuid_send(e.job_id), e.sequence)`;
  const asked = Prisma.sql`
    (SELECT id, sequence, state FROM webhook_events e
     WHERE ${place} > (uuid_send(${range.jobId}::uuid), ${range.after}::int)
       AND ${place} <= (uuid_send(${range.jobId}::uuid), ${range.until}::int)
     OFFSET 0) asked
    WHERE state = ANY(${[...range.states]}::text[])`;
  const [counted] = await transaction.$queryRaw<{ asked: number; first: number | null; head: number | null }[]>`
    SELECT count(*)::int AS asked, min(sequence) AS first,
           (SELECT sequence FROM webhook_events WHERE state = 'pending' AND job_id = ${range.jobId}::uuid
            ORDER BY sequence LIMIT 1) AS head
    FROM ${asked}`;
  if (counted === undefined || counted.first === null) return 0;
  const { first, head } = counted;
  const newHead = Math.min(first, head ?? first);
  // The old head is among the changed events when it comes after the new one, or was requested itself.
  await transaction.$executeRaw`
    UPDATE webhook_events e SET
      state = 'pending', attempts_before = ${attemptsBefore},
      next_attempt_at = CASE WHEN ${isBeingSent} THEN e.next_attempt_at ELSE ${dueNow} END,
      is_first = e.sequence = ${newHead}::int
    -- An array, so that the range is read once: with a condition on either of two all of the job is.
    WHERE e.id = ANY (ARRAY(
        SELECT id FROM ${asked}
        UNION ALL
        SELECT e.id FROM webhook_events e
        WHERE ${isOfJob('e', range.jobId)} AND e.sequence = ${head}::int AND e.sequence > ${newHead}::int))
      AND (e.state <> 'pending' OR e.attempts <> e.attempts_before OR e.is_first)`;
  return counted.asked;
}
