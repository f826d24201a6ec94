import type { Database } from '../database';

export type WebhookAttemptEnd =
  | { state: 'delivered'; status: number }
  /** Tried again at `retryAt`. */
  | { state: 'pending'; status: number | null; error: string; retryAt: Date }
  /** Given up. */
  | { state: 'dead'; status: number | null; error: string };

/** Attempts whose log is kept, per event: the last ones. */
const MAX_LOGGED = 50;
const MAX_ERROR_CHARACTERS = 500;

/**
 * Records how a claimed attempt ended, and logs it. Answers false when the claim was lost meanwhile; then nothing
 * changes.
 */
export async function finishWebhookAttempt(
  database: Database,
  claim: { id: string; attempt: number },
  end: WebhookAttemptEnd,
  times: { startedAt: Date; now: Date },
): Promise<boolean> {
  const error = 'error' in end ? end.error.slice(0, MAX_ERROR_CHARACTERS) : null;
  const durationMs = Math.max(0, times.now.getTime() - times.startedAt.getTime());
  const rows = await database.$queryRaw<{ changed: number }[]>`
    WITH finished AS (
      UPDATE webhook_events SET
        state = ${end.state}, claimed_until = NULL, last_status = ${end.status}::int, last_error = ${error}::text,
        next_attempt_at = coalesce(${'retryAt' in end ? end.retryAt : null}::timestamptz, next_attempt_at),
        delivered_at = CASE WHEN ${end.state} = 'delivered' THEN ${times.now}::timestamptz ELSE delivered_at END
      WHERE id = ${claim.id}::uuid AND state = 'pending' AND attempts = ${claim.attempt}::int
      RETURNING id),
    logged AS (
      INSERT INTO webhook_attempts (event_id, attempt, started_at, duration_ms, status, error)
      SELECT id, ${claim.attempt}::int, ${times.startedAt}::timestamptz, ${durationMs}::int, ${end.status}::int,
             ${error}::text
      FROM finished),
    forgotten AS (
      DELETE FROM webhook_attempts USING finished
      WHERE event_id = finished.id AND attempt <= ${claim.attempt - MAX_LOGGED}::int)
    SELECT count(*)::int AS changed FROM finished`;
  return rows[0]?.changed === 1;
}

/** The job's next event, once the one before is delivered or dead. */
export async function findNextWebhookEvent(database: Database, jobId: string): Promise<string | undefined> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM webhook_events
    WHERE state = 'pending' AND job_id = ${jobId}::uuid
    ORDER BY sequence LIMIT 1`;
  return rows[0]?.id;
}

export async function countPendingWebhookEvents(database: Database): Promise<number> {
  const rows = await database.$queryRaw<{ pending: number }[]>`
    SELECT count(*)::int AS pending FROM webhook_events WHERE state = 'pending'`;
  return rows[0]?.pending ?? 0;
}
