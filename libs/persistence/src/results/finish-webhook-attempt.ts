import type { WebhookSpec } from '@orbweaver/core';
import type { Database, Transaction } from '../database';
import type { ClaimedWebhookEvent } from './claim-webhook-event';
import { eraseWebhookHeaders } from './erase-headers';
import { dueNow } from './lock-outbox';

export type WebhookAttemptEnd =
  | { state: 'delivered'; status: number }
  | { state: 'pending'; status: number | null; error: string; retryInMs: number }
  | { state: 'dead'; status: number | null; error: string };

export interface FinishedAttempt {
  end: WebhookAttemptEnd;
  nextEventId: string | undefined;
}

const MAX_LOGGED = 50;
const MAX_ERROR_CHARACTERS = 500;

/**
 * Records the result of a claimed attempt and makes the job's next event due if this one is final. `decide` receives
 * the attempt's number in the retry schedule, from 1; a redelivery request restarts it. Undefined, without a change, if
 * the claim was lost.
 */
export function finishWebhookAttempt(
  database: Database,
  claim: Pick<ClaimedWebhookEvent, 'id' | 'jobId' | 'attempt' | 'webhook'>,
  decide: (scheduledAttempt: number) => WebhookAttemptEnd,
  times: { startedAt: Date; now: Date },
): Promise<FinishedAttempt | undefined> {
  return database.$transaction(async (transaction) => {
    // Locks the outbox, then the event: locked rows are read in their newest state.
    const [held] = await transaction.$queryRaw<{ scheduledAttempt: number }[]>`
      WITH job AS MATERIALIZED (
        SELECT id FROM jobs WHERE id = ${claim.jobId}::uuid FOR NO KEY UPDATE
      ), event AS MATERIALIZED (
        SELECT e.* FROM webhook_events e WHERE e.id = (SELECT ${claim.id}::uuid FROM job) FOR NO KEY UPDATE
      )
      SELECT event.attempts - event.attempts_before AS "scheduledAttempt"
      FROM job JOIN event ON event.job_id = job.id
      WHERE event.state = 'pending' AND event.attempts = ${claim.attempt}::int`;
    if (held === undefined) return undefined;
    const end = decide(held.scheduledAttempt);
    const nextEventId = await write(transaction, claim, end, times);
    const mayBeLast = end.state === 'delivered' && nextEventId === undefined;
    if (mayBeLast && hasHeaders(claim.webhook)) await eraseWebhookHeaders(transaction, claim.jobId);
    return { end, nextEventId };
  });
}

const hasHeaders = (webhook: unknown): boolean =>
  Object.values((webhook as Partial<WebhookSpec> | null)?.headers ?? {}).some((value) => value !== '');

/** An earlier event may have been redelivered meanwhile; then this one waits again. */
async function write(
  transaction: Transaction,
  claim: { id: string; jobId: string; attempt: number },
  end: WebhookAttemptEnd,
  times: { startedAt: Date; now: Date },
): Promise<string | undefined> {
  const error = 'error' in end ? end.error.slice(0, MAX_ERROR_CHARACTERS) : null;
  const durationMs = Math.max(0, times.now.getTime() - times.startedAt.getTime());
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    WITH others AS (
      SELECT id, sequence FROM webhook_events
      WHERE state = 'pending' AND job_id = ${claim.jobId}::uuid AND id <> ${claim.id}::uuid
      ORDER BY sequence LIMIT 1),
    finished AS (
      UPDATE webhook_events SET
        state = ${end.state}, claimed_until = NULL, last_status = ${end.status}::int, last_error = ${error}::text,
        next_attempt_at = now() + ${'retryInMs' in end ? end.retryInMs : 0}::int * interval '1 millisecond',
        is_first = ${end.state} = 'pending'
          AND NOT EXISTS (SELECT 1 FROM others WHERE others.sequence < webhook_events.sequence),
        delivered_at = CASE WHEN ${end.state} = 'delivered' THEN ${times.now}::timestamptz ELSE delivered_at END
      WHERE id = ${claim.id}::uuid
      RETURNING id, endpoint),
    logged AS (
      INSERT INTO webhook_attempts (event_id, attempt, started_at, duration_ms, status, error)
      SELECT id, ${claim.attempt}::int, ${times.startedAt}::timestamptz, ${durationMs}::int, ${end.status}::int,
             ${error}::text
      FROM finished),
    forgotten AS (
      DELETE FROM webhook_attempts USING finished
      WHERE event_id = finished.id AND attempt <= ${claim.attempt - MAX_LOGGED}::int),
    next AS (
      UPDATE webhook_events e SET
        is_first = true, next_attempt_at = CASE WHEN e.is_first THEN e.next_attempt_at ELSE ${dueNow} END,
        endpoint = coalesce(e.endpoint, finished.endpoint)
      FROM others, finished
      WHERE e.id = others.id AND ${end.state} <> 'pending'
      RETURNING e.id, e.next_attempt_at)
    SELECT id FROM next WHERE next_attempt_at <= now()`;
  return rows[0]?.id;
}
