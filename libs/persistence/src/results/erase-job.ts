import { JobSpec, redactSpec } from '@orbweaver/core';
import { type Database, Prisma, type Transaction } from '../database';
import { completeErasure, countErased } from '../erasures/read-erasure';
import { deleteTraces, readTraces, type Traces } from '../erasures/traces';
import { failureOf, isOfJob } from '../index-keys';
import { created, noteChange } from '../note-change';
import { lockOutbox } from './lock-outbox';

const STEP_ROWS = 2000;
const STEP_LISTS = 10;
/** Steps per job and call, so that other jobs get their turn. */
const MAX_STEPS = 10;
/** Delay of the next attempt if the frontier or another replica must erase first. */
const OTHERS_LATE_MS = 500;
/** The same while webhook events are still retried. */
const WEBHOOKS_LATE_MS = 60_000;

/** Why an erasure is incomplete: rows are left, locked by another replica, or another service must act first. */
export type ErasureRest = 'more' | 'held' | 'frontier' | 'webhooks';

/** Ended jobs that are due for erasure: with zeroDataRetention, expired early, or by request. Longest waiting first. */
export function findJobsToErase(
  database: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: string; zeroDataRetention: boolean }[]> {
  return database.$queryRaw`
    SELECT id, zero_data_retention AS "zeroDataRetention" FROM jobs
    WHERE erase_due_at <= ${now}::timestamptz AND state <> 'scraping'
    ORDER BY erase_due_at
    LIMIT ${limit}::int`;
}

/** For a row of `jobs`: `erase_due_at` of its copy. */
export const eraseDueOfCopy = Prisma.sql`
  CASE WHEN erase_due_at IS NOT NULL AND NOT zero_data_retention THEN now() + (expires_at - created_at) END`;

/**
 * Erases a bounded part of a job's pages; from the first statement on none can be read. Keeps state, counts and
 * credits. By request also copies in the page cache and the history of change tracking, and counts what it erases. May
 * be aborted by `signal`, repeated and run concurrently; the job remains due until complete. Returns the reason if
 * incomplete. `deleteObjects` is called when the rows are erased, so that an unavailable bucket does not delay them.
 */
export async function eraseJob(
  database: Database,
  jobId: string,
  { now, signal, deleteObjects }: { now: Date; signal: AbortSignal; deleteObjects?: () => Promise<unknown> },
): Promise<ErasureRest | undefined> {
  await closeJob(database, jobId, now);
  const traces = await readTraces(database, jobId);
  let steps = 0;
  for (const step of [eraseDocuments(traces), eraseFailures(traces), eraseLists, eraseEnrichments]) {
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
  await deleteObjects?.();
  if (signal.aborted) return 'more';
  const rest = await findRest(database, jobId);
  if (rest === undefined) return (await finish(database, jobId, traces)) ? undefined : 'held';
  await postponeErasure(database, jobId, { now, byMs: rest === 'webhooks' ? WEBHOOKS_LATE_MS : OTHERS_LATE_MS });
  return rest;
}

/** Gives other due jobs their turn. */
export async function postponeErasure(
  database: Database,
  jobId: string,
  { now, byMs }: { now: Date; byMs: number },
): Promise<void> {
  await database.$executeRaw`
    UPDATE jobs SET erase_due_at = ${new Date(now.getTime() + byMs)}::timestamptz
    WHERE id = ${jobId}::uuid AND erase_due_at IS NOT NULL`;
}

function closeJob(database: Database, jobId: string, now: Date): Promise<void> {
  return database.$transaction(async (transaction) => {
    const [job] = await transaction.$queryRaw<{ spec: unknown }[]>`
      SELECT spec FROM jobs WHERE id = ${jobId}::uuid AND erased_at IS NULL FOR UPDATE`;
    if (job === undefined) return;
    const spec = JobSpec.safeParse(job.spec);
    // An unreadable spec must not be kept either.
    const redacted = spec.success ? redactSpec(spec.data) : {};
    await transaction.$executeRaw`
      UPDATE jobs SET erased_at = ${now}::timestamptz, spec = ${JSON.stringify(redacted)}::jsonb, error = NULL
      WHERE id = ${jobId}::uuid`;
  });
}

/**
 * Erases documents together with their pages, so that later steps skip them. Keeps the rows of pages, which identify
 * redelivered results. Skips rows locked by another replica.
 */
function eraseDocuments(traces: Traces | undefined) {
  return async (database: Database, jobId: string): Promise<number> => {
    const rows = await blank(database, jobId, traces, async (transaction) => {
      const locked = await transaction.$queryRaw<{ id: string; isObject: boolean }[]>`
        SELECT page_id AS id, object_hash IS NOT NULL AS "isObject" FROM documents
        WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED`;
      await transaction.$executeRaw`
        DELETE FROM documents WHERE page_id = ANY(${locked.map(({ id }) => id)}::uuid[])`;
      const objects = locked.filter(({ isObject }) => isObject).length;
      if (locked.length > 0) await countErased(transaction, jobId, { documents: locked.length, objects });
      return locked;
    });
    return rows.length;
  };
}

function eraseFailures(traces: Traces | undefined) {
  let after = { storedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  return async (database: Database, jobId: string): Promise<number> => {
    const rows = await blank(
      database,
      jobId,
      traces,
      (transaction) => transaction.$queryRaw<{ storedAt: Date; id: string }[]>`
        SELECT id, stored_at AS "storedAt" FROM pages p
        WHERE ${failureOf('p')} = ${jobId}::uuid
          AND (stored_at, id) > (${after.storedAt}::timestamptz, ${after.id}::uuid)
          AND (url <> '' OR source_url <> '' OR message IS NOT NULL)
        ORDER BY stored_at, id
        LIMIT ${STEP_ROWS}::int
        FOR UPDATE SKIP LOCKED`,
    );
    after = rows.at(-1) ?? after;
    return rows.length;
  };
}

function blank<T extends { id: string }>(
  database: Database,
  jobId: string,
  traces: Traces | undefined,
  lock: (transaction: Transaction) => Promise<T[]>,
): Promise<T[]> {
  return database.$transaction((transaction) => blankWithin(transaction, jobId, traces, lock));
}

async function blankWithin<T extends { id: string }>(
  transaction: Transaction,
  jobId: string,
  traces: Traces | undefined,
  lock: (transaction: Transaction) => Promise<T[]>,
): Promise<T[]> {
  const rows = await lock(transaction);
  if (rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  const pages = await transaction.$queryRaw<{ id: string; url: string; sourceUrl: string; state: string }[]>`
    SELECT id, url, source_url AS "sourceUrl", state FROM pages WHERE id = ANY(${ids}::uuid[]) FOR UPDATE`;
  const deleted = traces === undefined ? {} : await deleteTraces(transaction, traces, pages);
  const failures = pages.filter(({ state }) => state === 'failed').length;
  await transaction.$executeRaw`
    UPDATE pages SET url = '', source_url = '', message = NULL WHERE id = ANY(${ids}::uuid[])`;
  await countErased(transaction, jobId, { failures, ...deleted });
  return rows;
}

function eraseLists(database: Database, jobId: string): Promise<number> {
  return database.$transaction(async (transaction) => {
    const urlLists = await transaction.$executeRaw`
      DELETE FROM job_url_lists WHERE (job_id, position) IN
        (SELECT job_id, position FROM job_url_lists WHERE job_id = ${jobId}::uuid LIMIT ${STEP_LISTS}::int
         FOR UPDATE SKIP LOCKED)`;
    if (urlLists > 0) await countErased(transaction, jobId, { urlLists });
    return urlLists;
  });
}

/** Of pages that waited for the language model when their job ended. */
function eraseEnrichments(database: Database, jobId: string): Promise<number> {
  return database.$transaction(async (transaction) => {
    const enrichments = await transaction.$executeRaw`
      DELETE FROM enrichments WHERE page_id IN
        (SELECT page_id FROM enrichments WHERE job_id = ${jobId}::uuid LIMIT ${STEP_ROWS}::int FOR UPDATE SKIP LOCKED)`;
    if (enrichments > 0) await countErased(transaction, jobId, { enrichments });
    return enrichments;
  });
}

async function findRest(database: Database, jobId: string): Promise<ErasureRest | undefined> {
  const [found] = await database.$queryRaw<{ webhooks: boolean; frontier: boolean; held: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM jobs WHERE id = ${jobId}::uuid AND webhook->>'url' <> '') AS webhooks,
           EXISTS (SELECT 1 FROM frontier_jobs WHERE id = ${jobId}::uuid AND erased_at IS NULL) AS frontier,
           EXISTS (SELECT 1 FROM documents WHERE job_id = ${jobId}::uuid)
             OR EXISTS (SELECT 1 FROM job_url_lists WHERE job_id = ${jobId}::uuid)
             OR EXISTS (SELECT 1 FROM enrichments WHERE job_id = ${jobId}::uuid)
             OR EXISTS (SELECT 1 FROM pages p WHERE ${failureOf('p')} = ${jobId}::uuid
                          AND (url <> '' OR source_url <> '' OR message IS NOT NULL)) AS held`;
  if (found?.held) return 'held';
  if (found?.frontier) return 'frontier';
  return found?.webhooks ? 'webhooks' : undefined;
}

/**
 * Checks every page once. Rows locked by another replica may be rolled back, so the job remains due until all are
 * erased.
 */
function finish(database: Database, jobId: string, traces: Traces | undefined): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await blankWithin(
      transaction,
      jobId,
      traces,
      (within) => within.$queryRaw<{ id: string }[]>`
        SELECT id FROM pages
        WHERE job_id = ${jobId}::uuid AND (url <> '' OR source_url <> '' OR message IS NOT NULL)
        LIMIT ${STEP_ROWS}::int
        FOR UPDATE SKIP LOCKED`,
    );
    const finished = await transaction.$executeRaw`
      UPDATE jobs SET erase_due_at = NULL
      WHERE id = ${jobId}::uuid
        AND NOT EXISTS (SELECT 1 FROM documents WHERE job_id = ${jobId}::uuid)
        AND NOT EXISTS (SELECT 1 FROM job_url_lists WHERE job_id = ${jobId}::uuid)
        AND NOT EXISTS (SELECT 1 FROM enrichments WHERE job_id = ${jobId}::uuid)
        AND NOT EXISTS (SELECT 1 FROM frontier_jobs WHERE id = ${jobId}::uuid AND erased_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM pages
                        WHERE job_id = ${jobId}::uuid AND (url <> '' OR source_url <> '' OR message IS NOT NULL))`;
    if (finished === 1) await noteCompletion(transaction, jobId);
    return finished === 1;
  });
}

async function noteCompletion(transaction: Transaction, jobId: string): Promise<void> {
  const erasure = await completeErasure(transaction, jobId);
  if (erasure === undefined) return;
  const { id: _, teamId, requestedAt: __, completedAt: ___, actor: name, apiKeyId, requestId, ...counts } = erasure;
  await noteChange(
    transaction,
    { apiKeyId, name, requestId },
    { action: 'job.erased', teamId, target: jobId, changes: created({ ...counts }) },
  );
}

/** Unless events are pending: erases webhook targets and attempt messages. */
async function forgetTarget(database: Database, jobId: string): Promise<void> {
  await database.$transaction(async (transaction) => {
    // Prevents redelivery requests between check and erasure.
    const outbox = await lockOutbox(transaction, jobId);
    const forgotten = await transaction.$executeRaw`
      UPDATE jobs SET webhook = webhook || '{"url": "", "headers": {}, "metadata": {}}'::jsonb
      WHERE id = ${jobId}::uuid AND webhook IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM webhook_events WHERE state = 'pending' AND job_id = ${jobId}::uuid)`;
    if (forgotten === 0) return;
    if (outbox?.hasTarget) await countErased(transaction, jobId, { webhookTargets: 1 });
    await transaction.$executeRaw`
      UPDATE webhook_events SET last_error = NULL, endpoint = NULL
      WHERE ${isOfJob('webhook_events', jobId)} AND (last_error IS NOT NULL OR endpoint IS NOT NULL)`;
    await transaction.$executeRaw`
      UPDATE webhook_attempts SET error = NULL
      FROM webhook_events e
      WHERE ${isOfJob('e', jobId)} AND webhook_attempts.event_id = e.id AND webhook_attempts.error IS NOT NULL`;
  });
}
