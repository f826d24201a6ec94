import type { Queryable } from '../database';

/** Rows deleted by one statement: short, so that nobody waits for it. */
const STEP_ROWS = 2000;

/** Jobs that are being erased, of which the frontier still knows URLs. */
export async function findFrontiersToErase(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT f.id FROM jobs j JOIN frontier_jobs f ON f.id = j.id
    WHERE j.erase_due_at IS NOT NULL AND j.erased_at IS NOT NULL AND f.erased_at IS NULL
    ORDER BY j.erase_due_at
    LIMIT ${limit}::int`;
  return rows.map((row) => row.id);
}

/**
 * Deletes every URL that the frontier knows of an ended job; its counts stay. May be broken off and repeated;
 * `signal` ends it between two steps. Answers whether all is gone.
 * The name of a host that asked to be left alone, by whichever job, stays until its time has come.
 */
export async function eraseFrontier(
  database: Queryable,
  jobId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<boolean> {
  await database.$executeRaw`
    DELETE FROM frontier_hosts h
    WHERE next_fetch_at <= ${now.toISOString()}::timestamptz
      AND (paced_until IS NULL OR paced_until <= ${now.toISOString()}::timestamptz)
      AND EXISTS (SELECT 1 FROM frontier_pages p WHERE p.job_id = ${jobId}::uuid AND p.host = h.host)`;
  let deleted: number;
  do {
    if (signal.aborted) return false;
    deleted = await database.$executeRaw`
      DELETE FROM frontier_pages WHERE id IN
        (SELECT id FROM frontier_pages WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`;
  } while (deleted === STEP_ROWS);
  await database.$executeRaw`
    UPDATE frontier_jobs SET origin_url = NULL, error = NULL, erased_at = ${now.toISOString()}::timestamptz
    WHERE id = ${jobId}::uuid`;
  return true;
}
