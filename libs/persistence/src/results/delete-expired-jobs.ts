import type { Database } from '../database';
import { isOfJob } from '../index-keys';

/** Rows deleted by one statement: a large job goes in many short transactions that hold up no other. */
const STEP_ROWS = 500;
const STEP_LISTS = 10;

/**
 * Final jobs past their expiry whose webhook events are all delivered or dead. Long past it, also jobs that still run
 * or whose events are still tried.
 */
export async function findExpiredJobs(
  database: Database,
  options: { now: Date; runningBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM jobs
    WHERE expires_at <= ${options.now}::timestamptz
      AND (expires_at <= ${options.runningBefore}::timestamptz OR (
        state <> 'scraping'
        AND (SELECT e.id FROM webhook_events e WHERE e.state = 'pending' AND e.job_id = jobs.id LIMIT 1) IS NULL))
    ORDER BY expires_at
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}

/**
 * Deletes a job and what results and the gateway stored for it, the job's own row last. Pages and documents in the
 * partition of a day are out of reach then, and go with it; those of the default partition are deleted here. A job with
 * a million of those takes half a minute, so `signal` ends it between two steps. Answers whether this call finished the
 * deletion. May be repeated, and run concurrently.
 */
export async function deleteJob(database: Database, jobId: string, signal: AbortSignal): Promise<boolean> {
  // A final job takes no more pages, so nothing is stored after the deletion.
  await database.$executeRaw`
    UPDATE jobs SET state = 'failed', error = 'The job expired.', completed_at = now()
    WHERE id = ${jobId}::uuid AND state = 'scraping'`;
  const steps = [
    () => database.$executeRaw`
      DELETE FROM webhook_events WHERE id IN
        (SELECT id FROM webhook_events WHERE ${isOfJob('webhook_events', jobId)} LIMIT ${STEP_ROWS}::int)`,
    () => database.$executeRaw`
      DELETE FROM documents_default WHERE page_id IN
        (SELECT page_id FROM documents_default WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
    () => database.$executeRaw`
      DELETE FROM pages_default WHERE id IN
        (SELECT id FROM pages_default WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
    () => database.$executeRaw`
      DELETE FROM idempotency_keys WHERE (team_id, key) IN
        (SELECT team_id, key FROM idempotency_keys WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
    // Each list may have a whole request's size.
    () => database.$executeRaw`
      DELETE FROM job_url_lists WHERE (job_id, position) IN
        (SELECT job_id, position FROM job_url_lists WHERE job_id = ${jobId}::uuid LIMIT ${STEP_LISTS}::int)`,
  ];
  for (const step of steps) {
    let rows: number;
    do {
      if (signal.aborted) return false;
      rows = await step();
    } while (rows > 0);
  }
  // When two replicas delete the same job, a step finds nothing as soon as the other one has locked its rows. The job
  // itself must stay then.
  const gone = await database.$executeRaw`
    DELETE FROM jobs
    WHERE id = ${jobId}::uuid
      AND NOT EXISTS (SELECT 1 FROM webhook_events WHERE ${isOfJob('webhook_events', jobId)})
      AND NOT EXISTS (SELECT 1 FROM documents_default WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM pages_default WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM idempotency_keys WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM job_url_lists WHERE job_id = ${jobId}::uuid)`;
  return gone === 1;
}
