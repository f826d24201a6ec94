import { type BatchUrl, deadlineMs, type JobSpec, redactSpec, type WebhookSpec } from '@orbweaver/core';
import { findShortage, type InsufficientCredits, limitToCredits, lockFreeCredits } from '../credits/free-credits';
import { type Database, Prisma, type Transaction } from '../database';
import { runningOf } from '../index-keys';
import { startRun } from '../schedules/start-runs';
import { takeIdempotencyKey } from './take-idempotency-key';

export interface NewJob {
  id: string;
  teamId: string;
  apiKeyId?: string;
  /** Whether credits or slots must be counted. Nothing is locked without limits. */
  isLimited?: boolean;
  /** Whether a scrape must wait for a slot of its team: see startScrapes. */
  waitsForPlace?: boolean;
  spec: JobSpec;
  origin: string;
  integration?: string;
  webhook?: WebhookSpec;
  expiresAt: Date;
  /** Expires before other jobs of its day, so its rows cannot wait until their partition is dropped. */
  erasesAtExpiry?: boolean;
  urls?: readonly BatchUrl[];
  idempotencyKey?: string;
  /** A scrape's spec is not stored, because it is never read again. */
  zeroDataRetention?: boolean;
  traceparent?: string | undefined;
  /** The due run of a schedule that this job is. */
  scheduleRunId?: string | undefined;
}

export type AcceptAnswer =
  | { kind: 'accepted'; spec: JobSpec }
  | { kind: 'idempotency-key-used' }
  | { kind: 'run-not-due' }
  | InsufficientCredits;

/**
 * Stores a job with its first URL list in one transaction; from then on messages may be lost. Rejects a used
 * idempotency key and insufficient credits (one per named URL). Lowers a crawl's limit to the credits and holds them.
 */
export function acceptJob(database: Database, job: NewJob): Promise<AcceptAnswer> {
  const accept = async (transaction: Transaction): Promise<AcceptAnswer> => {
    const { idempotencyKey } = job;
    const namedUrls = job.urls?.length ?? 1;
    const credits = job.isLimited ? await lockFreeCredits(transaction, job.teamId) : null;
    const shortage = findShortage(credits, namedUrls);
    if (shortage !== undefined) return shortage;
    const fresh =
      idempotencyKey === undefined ||
      (await takeIdempotencyKey(transaction, { teamId: job.teamId, key: idempotencyKey, jobId: job.id }));
    if (!fresh) return { kind: 'idempotency-key-used' };
    const { scheduleRunId } = job;
    if (scheduleRunId !== undefined && !(await startRun(transaction, { id: scheduleRunId, jobId: job.id }))) {
      return { kind: 'run-not-due' };
    }
    const spec = job.spec.kind === 'crawl' ? { ...job.spec, ...limitToCredits(job.spec.limit, credits) } : job.spec;
    const isNeverRead = job.zeroDataRetention === true && spec.kind === 'scrape';
    // Results sets it at the end of a job with zeroDataRetention.
    const eraseDueAt = job.erasesAtExpiry && !job.zeroDataRetention ? job.expiresAt : null;
    const scrapeMs = job.spec.kind === 'scrape' ? deadlineMs(job.spec.scrape) : null;
    // Unique and taken after the lock: it orders the scrapes of a limited team.
    const createdAt = job.isLimited
      ? Prisma.sql`greatest(clock_timestamp(), (
          SELECT max(created_at) + interval '1 millisecond' FROM jobs
          WHERE ${runningOf('jobs')} = ${job.teamId}::uuid AND kind = 'scrape'))`
      : Prisma.sql`clock_timestamp()`;
    // A scrape's caller has no id yet and its page is stored by a later commit, which also flushes this one, so the
    // scrape need not wait for the disk. Only for single statements, because the setting applies to a whole
    // transaction.
    const commit = isOneStatement && spec.kind === 'scrape' ? 'off' : null;
    await transaction.$executeRaw`
      INSERT INTO jobs (id, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls, created_at,
                        expires_at, erase_due_at, zero_data_retention, deadline_at, started_at, traceparent)
      SELECT ${job.id}::uuid, ${job.teamId}::uuid, ${job.apiKeyId ?? null}::uuid, ${job.spec.kind}::text,
             ${JSON.stringify(isNeverRead ? redactSpec(spec) : spec)}::jsonb, ${job.origin}::text, ${job.integration ?? null}::text,
              ${job.webhook === undefined ? null : JSON.stringify(job.webhook)}::jsonb, ${namedUrls}::int,
              ${createdAt}, ${job.expiresAt}::timestamptz, ${eraseDueAt}::timestamptz, ${job.zeroDataRetention ?? false}::bool,
              clock_timestamp() + ${scrapeMs}::float8 * interval '1 millisecond',
              ${job.waitsForPlace || scrapeMs === null ? null : new Date()}::timestamptz,
             ${job.traceparent ?? null}::text
      WHERE ${commit}::text IS NULL OR set_config('synchronous_commit', ${commit}::text, true) IS NOT NULL`;
    if (job.urls !== undefined) {
      await transaction.$executeRaw`
        INSERT INTO job_url_lists (job_id, position, urls)
        VALUES (${job.id}::uuid, 0, ${JSON.stringify(job.urls)}::jsonb)`;
    }
    return { kind: 'accepted', spec };
  };
  const isOneStatement =
    !job.isLimited && job.idempotencyKey === undefined && job.urls === undefined && job.scheduleRunId === undefined;
  return isOneStatement ? accept(database) : database.$transaction(accept);
}
