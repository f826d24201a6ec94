import type { Database, Queryable } from '../database';
import { isOfJob, skipReasonOf } from '../index-keys';

const STEP_ROWS = 2000;
const MAX_STEPS = 10;

export async function findFrontiersToErase(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT j.id FROM jobs j CROSS JOIN LATERAL (SELECT erased_at FROM frontier_jobs WHERE id = j.id LIMIT 1) f
    WHERE j.erase_due_at IS NOT NULL AND j.erased_at IS NOT NULL AND f.erased_at IS NULL
    ORDER BY j.erase_due_at
    LIMIT ${limit}::int`;
  return rows.map((row) => row.id);
}

/**
 * Deletes a bounded number of an ended job's URLs and keeps its counts. May be aborted by `signal`, repeated and run
 * concurrently. Returns whether all are deleted. A host in back-off keeps its row.
 */
export async function eraseFrontier(
  database: Database,
  jobId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<boolean> {
  if (!(await deleteRefusals(database, jobId))) return false;
  // Deleted rows remain in the index for a while, so each step starts after the previous one.
  let after: Place = { state: '', reason: '', ordinal: 0 };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (signal.aborted) return false;
    const gone = await deletePages(database, jobId, after);
    if (gone === undefined) return finish(database, jobId, now);
    await forgetHosts(database, gone.hosts, now);
    after = gone.last;
  }
  return false;
}

/** Position of a page in the job's lists, which is constant after its end. */
interface Place {
  state: string;
  reason: string;
  ordinal: number;
}

/** Skips rows locked by another replica. Two statements: see leasePages. */
function deletePages(
  database: Database,
  jobId: string,
  after: Place,
): Promise<{ last: Place; hosts: string[] } | undefined> {
  return database.$transaction(async (transaction) => {
    const batch = await transaction.$queryRaw<(Place & { id: string })[]>`
      SELECT p.id, p.state, ${skipReasonOf('p')} AS reason, p.ordinal FROM frontier_pages p
      WHERE ${isOfJob('p', jobId)}
        AND (p.state, ${skipReasonOf('p')}, p.ordinal) > (${after.state}, ${after.reason}, ${after.ordinal}::int)
      ORDER BY p.state, ${skipReasonOf('p')}, p.ordinal
      LIMIT ${STEP_ROWS}::int
      FOR UPDATE SKIP LOCKED`;
    const last = batch.at(-1);
    if (last === undefined) return undefined;
    const gone = await transaction.$queryRaw<{ host: string }[]>`
      DELETE FROM frontier_pages WHERE id = ANY(${batch.map(({ id }) => id)}::uuid[]) RETURNING host`;
    await countUrls(transaction, jobId, gone.length);
    const { state, reason, ordinal } = last;
    return { last: { state, reason, ordinal }, hosts: [...new Set(gone.map(({ host }) => host))] };
  });
}

function deleteRefusals(database: Database, jobId: string): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const gone = await transaction.$queryRaw<{ urls: number }[]>`
      DELETE FROM frontier_refusals WHERE (job_id, reason, last_ordinal) IN
        (SELECT job_id, reason, last_ordinal FROM frontier_refusals
         WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS * MAX_STEPS}::int FOR UPDATE SKIP LOCKED)
      RETURNING cardinality(ordinals) AS urls`;
    await countUrls(
      transaction,
      jobId,
      gone.reduce((sum, { urls }) => sum + urls, 0),
    );
    return gone.length < STEP_ROWS * MAX_STEPS;
  });
}

/** In the transaction that deletes them, so that none is counted twice. */
async function countUrls(transaction: Queryable, jobId: string, urls: number): Promise<void> {
  if (urls === 0) return;
  await transaction.$executeRaw`
    UPDATE frontier_jobs SET erased_urls = erased_urls + ${urls}::int WHERE id = ${jobId}::uuid`;
}

async function forgetHosts(database: Queryable, hosts: readonly string[], now: Date): Promise<void> {
  await database.$executeRaw`
    DELETE FROM frontier_hosts
    WHERE host = ANY(${[...hosts]}::text[]) AND next_fetch_at <= ${now.toISOString()}::timestamptz
      AND (paced_until IS NULL OR paced_until <= ${now.toISOString()}::timestamptz)`;
}

/** Not while another replica has locked rows, because it may roll back. */
async function finish(database: Queryable, jobId: string, now: Date): Promise<boolean> {
  const finished = await database.$executeRaw`
    UPDATE frontier_jobs SET origin_url = NULL, error = NULL, erased_at = ${now.toISOString()}::timestamptz
    WHERE id = ${jobId}::uuid AND NOT EXISTS (SELECT 1 FROM frontier_pages WHERE ${isOfJob('frontier_pages', jobId)})
      AND NOT EXISTS (SELECT 1 FROM frontier_refusals WHERE job_id = ${jobId}::uuid)`;
  return finished === 1;
}
