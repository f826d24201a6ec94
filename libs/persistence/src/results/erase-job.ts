import { JobSpec, redactSpec } from '@orbweaver/core';
import type { Database } from '../database';
import { lockOutbox } from './lock-outbox';

/** Rows changed by one statement: short, so that nobody waits for it. */
const STEP_ROWS = 2000;
/** Each is up to a whole request's list. */
const STEP_LISTS = 10;
/** How soon a job is looked at again whose URLs the frontier has still to erase. */
const FRONTIER_LATE_MS = 500;
/** The same for one whose webhook events are still tried, over hours perhaps. */
const WEBHOOKS_LATE_MS = 60_000;

/** What keeps the erasure of a job from being complete. */
export type ErasureRest = 'frontier' | 'webhooks' | 'interrupted';

/** Ended jobs with zeroDataRetention whose time has come, those that wait longest first. */
export async function findJobsToErase(
  database: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM jobs
    WHERE erase_due_at <= ${now}::timestamptz AND state <> 'scraping'
    ORDER BY erase_due_at
    LIMIT ${limit}::int`;
  return rows.map((row) => row.id);
}

/**
 * Erases what results and the gateway stored of a job's pages. From the first statement on nobody is told anything of
 * them; the job's state, counts and credits stay. May be broken off, repeated, and run twice at once: as long as
 * something is left the job stays among those that are to be erased. `signal` ends it between two steps. Answers what
 * is left; undefined when all is gone.
 */
export async function eraseJob(
  database: Database,
  jobId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ErasureRest | undefined> {
  await closeJob(database, jobId, now);
  const steps = [
    () => database.$executeRaw`
      DELETE FROM documents WHERE page_id IN
        (SELECT page_id FROM documents WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int)`,
    // The rows stay: they are how a result that comes again is known.
    () => database.$executeRaw`
      UPDATE pages SET url = '', source_url = '', message = NULL WHERE id IN
        (SELECT id FROM pages
         WHERE job_id = ${jobId}::uuid AND (url <> '' OR source_url <> '' OR message IS NOT NULL)
         LIMIT ${STEP_ROWS}::int)`,
    () => database.$executeRaw`
      DELETE FROM job_url_lists WHERE (job_id, position) IN
        (SELECT job_id, position FROM job_url_lists WHERE job_id = ${jobId}::uuid LIMIT ${STEP_LISTS}::int)`,
  ];
  for (const step of steps) {
    let rows: number;
    do {
      if (signal.aborted) return 'interrupted';
      rows = await step();
    } while (rows > 0);
  }
  await database.$executeRaw`
    UPDATE webhook_events SET error = NULL WHERE job_id = ${jobId}::uuid AND error IS NOT NULL`;
  await forgetTarget(database, jobId);
  const rest = await findRest(database, jobId);
  const lateMs = rest === 'webhooks' ? WEBHOOKS_LATE_MS : FRONTIER_LATE_MS;
  const dueAt = rest === undefined ? null : new Date(now.getTime() + lateMs);
  await database.$executeRaw`UPDATE jobs SET erase_due_at = ${dueAt}::timestamptz WHERE id = ${jobId}::uuid`;
  return rest;
}

function closeJob(database: Database, jobId: string, now: Date): Promise<void> {
  return database.$transaction(async (transaction) => {
    const [job] = await transaction.$queryRaw<{ spec: unknown }[]>`
      SELECT spec FROM jobs WHERE id = ${jobId}::uuid AND erased_at IS NULL FOR UPDATE`;
    if (job === undefined) return;
    const spec = JobSpec.safeParse(job.spec);
    // One that cannot be read is of no use to anybody, and may not be kept all the same.
    const redacted = spec.success ? redactSpec(spec.data) : {};
    await transaction.$executeRaw`
      UPDATE jobs SET erased_at = ${now}::timestamptz, spec = ${JSON.stringify(redacted)}::jsonb, error = NULL
      WHERE id = ${jobId}::uuid`;
  });
}

async function findRest(database: Database, jobId: string): Promise<ErasureRest | undefined> {
  const [found] = await database.$queryRaw<{ webhooks: boolean; frontier: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM jobs WHERE id = ${jobId}::uuid AND webhook->>'url' <> '') AS webhooks,
           EXISTS (SELECT 1 FROM frontier_jobs WHERE id = ${jobId}::uuid AND erased_at IS NULL) AS frontier`;
  if (found?.frontier) return 'frontier';
  return found?.webhooks ? 'webhooks' : undefined;
}

/** Unless an event is still to be sent: where they went, and what became of the attempts, in words. */
async function forgetTarget(database: Database, jobId: string): Promise<void> {
  await database.$transaction(async (transaction) => {
    // Nobody asks for an event again while none is seen.
    await lockOutbox(transaction, jobId);
    const forgotten = await transaction.$executeRaw`
      UPDATE jobs SET webhook = webhook || '{"url": "", "headers": {}, "metadata": {}}'::jsonb
      WHERE id = ${jobId}::uuid AND webhook IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM webhook_events WHERE state = 'pending' AND job_id = ${jobId}::uuid)`;
    if (forgotten === 0) return;
    await transaction.$executeRaw`
      UPDATE webhook_events SET last_error = NULL, endpoint = NULL
      WHERE job_id = ${jobId}::uuid AND (last_error IS NOT NULL OR endpoint IS NOT NULL)`;
    await transaction.$executeRaw`
      UPDATE webhook_attempts SET error = NULL
      FROM webhook_events e
      WHERE e.job_id = ${jobId}::uuid AND webhook_attempts.event_id = e.id AND webhook_attempts.error IS NOT NULL`;
  });
}
