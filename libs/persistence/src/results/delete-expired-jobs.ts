import type { Database } from '../database';

/** Rows deleted by one statement: a large job goes in many short transactions, none of which anybody waits for. */
const STEP_ROWS = 500;

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
        AND NOT EXISTS (SELECT 1 FROM webhook_events e WHERE e.state = 'pending' AND e.job_id = jobs.id)))
    ORDER BY expires_at
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}

/**
 * Deletes a job and all that results and the gateway stored for it, the job's own row last.
 * May be repeated, and run twice at once.
 */
export async function deleteJob(database: Database, jobId: string): Promise<void> {
  // A final job takes no more pages, so that nothing is stored behind the deletion.
  await database.$executeRaw`
    UPDATE jobs SET state = 'failed', error = 'The job expired.', completed_at = now()
    WHERE id = ${jobId}::uuid AND state = 'scraping'`;
  await inSteps(
    () => database.$executeRaw`
      DELETE FROM webhook_events WHERE id IN
        (SELECT id FROM webhook_events WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
  );
  await inSteps(
    () => database.$executeRaw`
      DELETE FROM documents WHERE page_id IN
        (SELECT page_id FROM documents WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
  );
  await inSteps(
    () => database.$executeRaw`
      DELETE FROM pages WHERE id IN
        (SELECT id FROM pages WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
  );
  await database.$executeRaw`DELETE FROM job_url_lists WHERE job_id = ${jobId}::uuid`;
  await database.$executeRaw`DELETE FROM jobs WHERE id = ${jobId}::uuid`;
}

/** Keys whose job is gone mean nothing any more. */
export function deleteOrphanedIdempotencyKeys(database: Database): Promise<number> {
  return database.$executeRaw`
    DELETE FROM idempotency_keys k WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = k.job_id)`;
}

async function inSteps(step: () => Promise<number>): Promise<void> {
  let deleted: number;
  do {
    deleted = await step();
  } while (deleted > 0);
}
