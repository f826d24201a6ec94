import type { Database } from '../database';
import { isOfJob } from '../index-keys';

/** Rows deleted by one statement: a large job goes in many short transactions, none of which anybody waits for. */
const STEP_ROWS = 500;
const STEP_LISTS = 10;

/**
 * Final jobs past their expiry whose webhook events are all delivered or dead; those that still run or whose events
 * are still tried, when they are long past it.
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
 * Deletes a job and all that results and the gateway stored for it, the job's own row last. A job of a million pages
 * takes half a minute, so `signal` ends it between two steps. Answers whether the job is gone by this.
 * May be repeated, and run twice at once.
 */
export async function deleteJob(database: Database, jobId: string, signal: AbortSignal): Promise<boolean> {
  // A final job takes no more pages, so that nothing is stored behind the deletion.
  await database.$executeRaw`
    UPDATE jobs SET state = 'failed', error = 'The job expired.', completed_at = now()
    WHERE id = ${jobId}::uuid AND state = 'scraping'`;
  const steps = [
    () => database.$executeRaw`
      DELETE FROM webhook_events WHERE id IN
        (SELECT id FROM webhook_events WHERE ${isOfJob('webhook_events', jobId)} LIMIT ${STEP_ROWS}::int)`,
    () => database.$executeRaw`
      DELETE FROM documents WHERE page_id IN
        (SELECT page_id FROM documents WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
    () => database.$executeRaw`
      DELETE FROM pages WHERE id IN
        (SELECT id FROM pages WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
    () => database.$executeRaw`
      DELETE FROM idempotency_keys WHERE (team_id, key) IN
        (SELECT team_id, key FROM idempotency_keys WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
    // Each is up to a whole request's list.
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
  // Where two are at it, a step finds nothing as soon as the other one has locked its rows; they must not lose their job.
  const gone = await database.$executeRaw`
    DELETE FROM jobs
    WHERE id = ${jobId}::uuid
      AND NOT EXISTS (SELECT 1 FROM webhook_events WHERE ${isOfJob('webhook_events', jobId)})
      AND NOT EXISTS (SELECT 1 FROM documents WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM pages WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM idempotency_keys WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM job_url_lists WHERE job_id = ${jobId}::uuid)`;
  return gone === 1;
}
