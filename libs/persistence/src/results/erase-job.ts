import { JobSpec, redactSpec } from '@orbweaver/core';
import type { Database } from '../database';
import { failureOf, isOfJob } from '../index-keys';
import { lockOutbox } from './lock-outbox';

/** Rows changed by one statement: short, so that nobody waits for it. */
const STEP_ROWS = 2000;
/** Each is up to a whole request's list. */
const STEP_LISTS = 10;
/** Of one job in one go: those of others are not to wait for a large one. */
const MAX_STEPS = 10;
/** How soon a job is looked at again whose URLs the frontier, or whose rows another replica, has still to erase. */
const OTHERS_LATE_MS = 500;
/** The same for one whose webhook events are still tried, over hours perhaps. */
const WEBHOOKS_LATE_MS = 60_000;

/** What keeps the erasure of a job from being complete: more to do; rows that another holds; or waiting for somebody. */
export type ErasureRest = 'more' | 'held' | 'frontier' | 'webhooks';

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
 * Erases what results and the gateway stored of a job's pages, or a bounded part of it. From the first statement on
 * nobody is told anything of them; the job's state, counts and credits stay. May be broken off, repeated, and run twice
 * at once: as long as something is left the job stays among those that are to be erased. `signal` ends it between two
 * steps. Answers what is left; undefined when all is gone.
 */
export async function eraseJob(
  database: Database,
  jobId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ErasureRest | undefined> {
  await closeJob(database, jobId, now);
  let steps = 0;
  for (const step of [eraseDocuments, eraseFailures(), eraseLists]) {
    let rows: number;
    do {
      if (signal.aborted || steps >= MAX_STEPS) return 'more';
      steps += 1;
      rows = await step(database, jobId);
    } while (rows > 0);
  }
  await database.$executeRaw`
    UPDATE webhook_events SET error = NULL WHERE ${isOfJob('webhook_events', jobId)} AND error IS NOT NULL`;
  await forgetTarget(database, jobId);
  const rest = await findRest(database, jobId);
  if (rest === undefined) return (await finish(database, jobId)) ? undefined : 'held';
  const lateMs = rest === 'webhooks' ? WEBHOOKS_LATE_MS : OTHERS_LATE_MS;
  await database.$executeRaw`
    UPDATE jobs SET erase_due_at = ${new Date(now.getTime() + lateMs)}::timestamptz
    WHERE id = ${jobId}::uuid AND erase_due_at IS NOT NULL`;
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

/**
 * Documents with their pages, so that no search for what is left goes over what is done. The rows of pages stay: they
 * are how a result that comes again is known. What another replica is at is left to it.
 */
function eraseDocuments(database: Database, jobId: string): Promise<number> {
  return database.$executeRaw`
    WITH gone AS (
      DELETE FROM documents WHERE page_id IN
        (SELECT page_id FROM documents WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED)
      RETURNING page_id)
    UPDATE pages SET url = '', source_url = '', message = NULL FROM gone WHERE pages.id = gone.page_id`;
}

/** Walks over the pages that gave none, each once. */
function eraseFailures() {
  let after = { storedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  return async (database: Database, jobId: string): Promise<number> => {
    const rows = await database.$queryRaw<{ storedAt: Date; id: string }[]>`
      WITH batch AS (
        SELECT id, stored_at FROM pages p
        WHERE ${failureOf('p')} = ${jobId}::uuid
          AND (stored_at, id) > (${after.storedAt}::timestamptz, ${after.id}::uuid)
          AND (url <> '' OR source_url <> '' OR message IS NOT NULL)
        ORDER BY stored_at, id
        LIMIT ${STEP_ROWS}::int
        FOR UPDATE SKIP LOCKED),
      blanked AS (
        UPDATE pages SET url = '', source_url = '', message = NULL FROM batch WHERE pages.id = batch.id)
      SELECT stored_at AS "storedAt", id FROM batch ORDER BY stored_at DESC, id DESC LIMIT 1`;
    after = rows[0] ?? after;
    return rows.length;
  };
}

function eraseLists(database: Database, jobId: string): Promise<number> {
  return database.$executeRaw`
    DELETE FROM job_url_lists WHERE (job_id, position) IN
      (SELECT job_id, position FROM job_url_lists WHERE job_id = ${jobId}::uuid LIMIT ${STEP_LISTS}::int
       FOR UPDATE SKIP LOCKED)`;
}

async function findRest(database: Database, jobId: string): Promise<ErasureRest | undefined> {
  const [found] = await database.$queryRaw<{ webhooks: boolean; frontier: boolean; held: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM jobs WHERE id = ${jobId}::uuid AND webhook->>'url' <> '') AS webhooks,
           EXISTS (SELECT 1 FROM frontier_jobs WHERE id = ${jobId}::uuid AND erased_at IS NULL) AS frontier,
           EXISTS (SELECT 1 FROM documents WHERE job_id = ${jobId}::uuid)
             OR EXISTS (SELECT 1 FROM job_url_lists WHERE job_id = ${jobId}::uuid)
             OR EXISTS (SELECT 1 FROM pages p WHERE ${failureOf('p')} = ${jobId}::uuid
                          AND (url <> '' OR source_url <> '' OR message IS NOT NULL)) AS held`;
  if (found?.held) return 'held';
  if (found?.frontier) return 'frontier';
  return found?.webhooks ? 'webhooks' : undefined;
}

/**
 * The one look at every page of the job. Where two are at it, a step finds nothing while the other one holds its rows,
 * and the other one may never commit: the job may not lose its place among those to be erased before all is gone.
 */
async function finish(database: Database, jobId: string): Promise<boolean> {
  await database.$executeRaw`
    UPDATE pages SET url = '', source_url = '', message = NULL WHERE id IN
      (SELECT id FROM pages
       WHERE job_id = ${jobId}::uuid AND (url <> '' OR source_url <> '' OR message IS NOT NULL)
       LIMIT ${STEP_ROWS}::int
       FOR UPDATE SKIP LOCKED)`;
  const finished = await database.$executeRaw`
    UPDATE jobs SET erase_due_at = NULL
    WHERE id = ${jobId}::uuid
      AND NOT EXISTS (SELECT 1 FROM documents WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM job_url_lists WHERE job_id = ${jobId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM frontier_jobs WHERE id = ${jobId}::uuid AND erased_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM pages
                      WHERE job_id = ${jobId}::uuid AND (url <> '' OR source_url <> '' OR message IS NOT NULL))`;
  return finished === 1;
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
      WHERE ${isOfJob('webhook_events', jobId)} AND (last_error IS NOT NULL OR endpoint IS NOT NULL)`;
    await transaction.$executeRaw`
      UPDATE webhook_attempts SET error = NULL
      FROM webhook_events e
      WHERE ${isOfJob('e', jobId)} AND webhook_attempts.event_id = e.id AND webhook_attempts.error IS NOT NULL`;
  });
}
