import type { Database } from '../database';
import { eventData } from '../schedules/insert-schedule-event';

export interface ClaimedWebhookEvent {
  id: string;
  jobId: string;
  sequence: number;
  type: string;
  pageId: string | null;
  error: string | null;
  /** From 1, including this attempt. Fencing token: late results of earlier attempts are ignored. */
  attempt: number;
  /** A WebhookSpec, unparsed. */
  webhook: unknown;
  /** The data of an event of a schedule, otherwise null. */
  data: unknown;
  /** The document of a page event may be erased. */
  zeroDataRetention: boolean;
  /** No page of the job may be sent. */
  isErased: boolean;
  teamId: string;
  endpoint: string | null;
  /** Of the storing of the page, for page events. */
  traceparent: string | null;
  jobTraceparent: string | null;
  secretVersion: number;
  encryptedSecret: string | null;
  previousEncryptedSecret: string | null;
  signsWithPrevious: boolean;
}

/** Undefined if another sender was faster or an earlier event must be sent first. Uses Postgres's clock. */
export async function claimWebhookEvent(
  database: Database,
  eventId: string,
  claim: { forMs: number },
): Promise<ClaimedWebhookEvent | undefined> {
  const rows = await database.$queryRaw<ClaimedWebhookEvent[]>`
    UPDATE webhook_events e SET
      claimed_until = now() + ${claim.forMs}::int * interval '1 millisecond', attempts = attempts + 1
    FROM jobs
    WHERE jobs.id = e.job_id AND e.id = (
      SELECT due.id FROM (
        -- By id only: with a state, the planner could use an index of pending events.
        SELECT * FROM webhook_events WHERE id = ${eventId}::uuid LIMIT 1 FOR UPDATE SKIP LOCKED
      ) due
      WHERE due.state = 'pending' AND due.next_attempt_at <= now()
        AND (due.claimed_until IS NULL OR due.claimed_until <= now())
        -- Not EXISTS, which may read all pending events into memory.
        AND (SELECT earlier.id FROM webhook_events earlier
             WHERE earlier.state = 'pending' AND earlier.job_id = due.job_id AND earlier.sequence < due.sequence
             LIMIT 1) IS NULL)
    RETURNING e.id, e.job_id AS "jobId", e.sequence, e.type, e.page_id AS "pageId", e.error, e.attempts AS attempt,
              jobs.webhook, ${eventData}, jobs.zero_data_retention AS "zeroDataRetention", jobs.erased_at IS NOT NULL AS "isErased", e.team_id AS "teamId", e.endpoint,
              e.traceparent, jobs.traceparent AS "jobTraceparent",
              coalesce((SELECT webhook_secret_version FROM teams WHERE id = e.team_id), 1) AS "secretVersion",
              (SELECT encrypted_webhook_secret FROM teams WHERE id = e.team_id) AS "encryptedSecret",
              (SELECT previous_encrypted_webhook_secret FROM teams WHERE id = e.team_id) AS "previousEncryptedSecret",
              coalesce((SELECT previous_webhook_secret_until > now() FROM teams WHERE id = e.team_id), false)
                AS "signsWithPrevious"`;
  return rows[0];
}
