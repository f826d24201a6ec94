import { type Database, Prisma, type Transaction } from '../database';
import { isOfJob } from '../index-keys';
import type { Day } from '../partitions/day-partitions';

/** Small steps, so that a large job does not delay others. */
const STEP_ROWS = 500;
const STEP_LISTS = 10;
/** An empty range of ids. */
const NO_DAY = { from: '00000000-0000-0000-0000-000000000000', to: '00000000-0000-0000-0000-000000000000' };

/**
 * Ended jobs past their expiry without an erasure due, whose webhook events are delivered or dead. Long past it, all
 * jobs. Never those with an incomplete proof of erasure.
 */
export async function findExpiredJobs(
  database: Database,
  options: { now: Date; runningBefore: Date; except?: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM jobs
    WHERE expires_at <= ${options.now}::timestamptz
      AND id <> ALL (${[...(options.except ?? [])]}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM job_erasures e WHERE e.id = jobs.id AND e.completed_at IS NULL)
      AND (expires_at <= ${options.runningBefore}::timestamptz OR (
        state <> 'scraping' AND erase_due_at IS NULL
        AND (SELECT e.id FROM webhook_events e WHERE e.state = 'pending' AND e.job_id = jobs.id LIMIT 1) IS NULL))
    ORDER BY expires_at
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}

/**
 * Deletes a job with its results; its own row last. Rows in partitions of days become unreachable and are dropped with
 * them; those of the default partition and of `heldDay` are deleted here, up to half a minute for a million. `signal`
 * aborts between steps. Returns whether the job is deleted. May be repeated and run concurrently.
 */
export async function deleteJob(
  database: Database,
  jobId: string,
  signal: AbortSignal,
  heldDay?: Day,
): Promise<boolean> {
  // An ended job stores no more pages.
  await database.$executeRaw`
    UPDATE jobs SET state = 'failed', error = 'The job expired.', completed_at = now()
    WHERE id = ${jobId}::uuid AND state = 'scraping'`;
  const steps = [
    ...(heldDay === undefined
      ? []
      : [
          () => deleteOfDay(database, 'documents', 'page_id', jobId, heldDay),
          () => deleteOfDay(database, 'pages', 'id', jobId, heldDay),
        ]),
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
    // A list may be as large as a request.
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
  // Another replica may have locked the remaining rows; the job must be kept then.
  const { from, to } = heldDay ?? NO_DAY;
  const gone = await database.$executeRaw`
    DELETE FROM jobs
    WHERE id = ${jobId}::uuid
      AND NOT EXISTS (SELECT 1 FROM job_erasures WHERE id = ${jobId}::uuid AND completed_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM webhook_events WHERE ${isOfJob('webhook_events', jobId)})
      AND NOT EXISTS (SELECT 1 FROM documents_default WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM pages_default WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM idempotency_keys WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM job_url_lists WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM documents
                      WHERE job_id = ${jobId}::uuid AND page_id >= ${from}::uuid AND page_id < ${to}::uuid)
      AND NOT EXISTS (SELECT 1 FROM pages WHERE job_id = ${jobId}::uuid AND id >= ${from}::uuid AND id < ${to}::uuid)`;
  return gone === 1;
}

/** Of the partition of one day. Two statements: see leasePages. */
function deleteOfDay(
  database: Database,
  table: 'documents' | 'pages',
  key: 'page_id' | 'id',
  jobId: string,
  { from, to }: Day,
): Promise<number> {
  const [rows, id] = [Prisma.raw(table), Prisma.raw(key)];
  const isOfDay = Prisma.sql`${id} >= ${from}::uuid AND ${id} < ${to}::uuid`;
  return database.$transaction(async (transaction: Transaction) => {
    const locked = await transaction.$queryRaw<{ id: string }[]>`
      SELECT ${id} AS id FROM ${rows} WHERE job_id = ${jobId}::uuid AND ${isOfDay}
      LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED`;
    if (locked.length === 0) return 0;
    return transaction.$executeRaw`
      DELETE FROM ${rows} WHERE ${id} = ANY(${locked.map((row) => row.id)}::uuid[]) AND ${isOfDay}`;
  });
}
