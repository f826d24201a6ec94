import type { Database } from '../database';

/** An event that this process alone may send until its claim runs out. */
export interface ClaimedWebhookEvent {
  id: string;
  jobId: string;
  sequence: number;
  type: string;
  pageId: string | null;
  error: string | null;
  /** Counts from 1, this attempt included. It fences the claim: a late word on an earlier attempt changes nothing. */
  attempt: number;
  /** The same since the event was last asked for again: its place in the schedule of retries. */
  scheduledAttempt: number;
  createdAt: Date;
  /** A WebhookSpec, unparsed. */
  webhook: unknown;
  /** Of its job: then the document of a page event may be erased. */
  zeroDataRetention: boolean;
}

/** Undefined when somebody else was faster. */
export async function claimWebhookEvent(
  database: Database,
  eventId: string,
  times: { now: Date; until: Date },
): Promise<ClaimedWebhookEvent | undefined> {
  const rows = await database.$queryRaw<ClaimedWebhookEvent[]>`
    UPDATE webhook_events e SET claimed_until = ${times.until}::timestamptz, attempts = attempts + 1
    FROM jobs
    WHERE jobs.id = e.job_id AND e.id = (
      SELECT id FROM webhook_events
      WHERE id = ${eventId}::uuid AND state = 'pending' AND next_attempt_at <= ${times.now}::timestamptz
        AND (claimed_until IS NULL OR claimed_until <= ${times.now}::timestamptz)
      FOR UPDATE SKIP LOCKED)
    RETURNING e.id, e.job_id AS "jobId", e.sequence, e.type, e.page_id AS "pageId", e.error, e.attempts AS attempt,
              e.attempts - e.attempts_before AS "scheduledAttempt", e.created_at AS "createdAt", jobs.webhook,
              jobs.zero_data_retention AS "zeroDataRetention"`;
  return rows[0];
}
