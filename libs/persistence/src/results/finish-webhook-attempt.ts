import type { Database } from '../database';

export type WebhookAttemptEnd =
  | { state: 'delivered'; status: number }
  /** Tried again at `retryAt`. */
  | { state: 'pending'; status: number | null; error: string; retryAt: Date }
  /** Given up. */
  | { state: 'dead'; status: number | null; error: string };

/** Records how a claimed attempt ended. Answers false when the claim was lost meanwhile; then nothing changes. */
export async function finishWebhookAttempt(
  database: Database,
  claim: { id: string; attempt: number },
  end: WebhookAttemptEnd,
  now: Date,
): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE webhook_events SET
      state = ${end.state}, claimed_until = NULL, last_status = ${end.status}::int,
      last_error = ${'error' in end ? end.error : null}::text,
      next_attempt_at = coalesce(${'retryAt' in end ? end.retryAt : null}::timestamptz, next_attempt_at),
      delivered_at = CASE WHEN ${end.state} = 'delivered' THEN ${now}::timestamptz END
    WHERE id = ${claim.id}::uuid AND state = 'pending' AND attempts = ${claim.attempt}::int`;
  return changed === 1;
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
