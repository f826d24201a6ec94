import type { Database } from '../database';

/** An event whose turn it is: every earlier event of its job is delivered or dead. */
export interface DueWebhookEvent {
  id: string;
  jobId: string;
  /** Where the job's events go. */
  url: string;
}

/**
 * The first pending event of every job that has one, if it is due and nobody is sending it.
 * Jumps from job to job along an index, so a job with ten thousand waiting events costs as much as one with a single one.
 * At most `perAuthority` of one host and port, and of every host the first before any second: neither a slow endpoint
 * nor many can fill the answer.
 */
export function findDueWebhookEvents(
  database: Database,
  options: { now: Date; limit: number; perAuthority: number },
): Promise<DueWebhookEvent[]> {
  return database.$queryRaw<DueWebhookEvent[]>`
    WITH RECURSIVE heads AS (
      (SELECT id, job_id, next_attempt_at, claimed_until
       FROM webhook_events WHERE state = 'pending' ORDER BY job_id, sequence LIMIT 1)
      UNION ALL
      SELECT next.* FROM heads CROSS JOIN LATERAL (
        SELECT id, job_id, next_attempt_at, claimed_until
        FROM webhook_events WHERE state = 'pending' AND job_id > heads.job_id ORDER BY job_id, sequence LIMIT 1) next
    ),
    due AS (
      SELECT heads.id, heads.job_id, heads.next_attempt_at, jobs.webhook->>'url' AS url,
             row_number() OVER (PARTITION BY split_part(jobs.webhook->>'url', '/', 3)
                                ORDER BY heads.next_attempt_at, heads.id) AS place
      FROM heads JOIN jobs ON jobs.id = heads.job_id
      WHERE heads.next_attempt_at <= ${options.now}::timestamptz
        AND (heads.claimed_until IS NULL OR heads.claimed_until <= ${options.now}::timestamptz)
    )
    SELECT id, job_id AS "jobId", url FROM due
    WHERE place <= ${options.perAuthority}::int
    ORDER BY place, next_attempt_at, id
    LIMIT ${options.limit}::int`;
}
