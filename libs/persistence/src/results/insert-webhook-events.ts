import type { Transaction } from '../database';
import { dueNow } from './lock-outbox';

/** An event to send. Insert it in the transaction of the change that it reports. */
export interface NewWebhookEvent {
  id: string;
  jobId: string;
  teamId: string;
  /** Host and port like `URL.host`. Events of one endpoint share its slots. */
  endpoint: string;
  /** Per job from 1, without gaps. */
  sequence: number;
  type: string;
  pageId: string | null;
  error: string | null;
  /** Of the storing of the page, for page events. */
  traceparent: string | null;
}

/** Only the first pending event of a job is due. The caller has locked the jobs. */
export async function insertWebhookEvents(
  transaction: Transaction,
  events: readonly NewWebhookEvent[],
  createdAt: Date,
): Promise<void> {
  if (events.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO webhook_events (id, job_id, team_id, endpoint, sequence, type, page_id, error, traceparent, created_at,
                                next_attempt_at, is_first)
    SELECT n.*, ${createdAt}::timestamptz, ${dueNow},
           CASE WHEN row_number() OVER (PARTITION BY job_id ORDER BY sequence) > 1 THEN false
                -- Not EXISTS, which may read all pending events into memory.
                ELSE (SELECT e.id FROM webhook_events e
                      WHERE e.state = 'pending' AND e.job_id = n.job_id LIMIT 1) IS NULL END
    FROM unnest(
      ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.jobId)}::uuid[],
      ${events.map((event) => event.teamId)}::uuid[], ${events.map((event) => event.endpoint)}::text[],
      ${events.map((event) => event.sequence)}::int[], ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.pageId)}::uuid[], ${events.map((event) => event.error)}::text[],
      ${events.map((event) => event.traceparent)}::text[])
      AS n(id, job_id, team_id, endpoint, sequence, type, page_id, error, traceparent)`;
}
