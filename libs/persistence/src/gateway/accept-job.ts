import { type BatchUrl, deadlineMs, type JobSpec, redactSpec, type WebhookSpec } from '@orbweaver/core';
import { type FreeCredits, lockFreeCredits } from '../credits/free-credits';
import { type Database, Prisma, type Transaction } from '../database';
import { runningOf } from '../index-keys';
import { takeIdempotencyKey } from './take-idempotency-key';

export interface NewJob {
  id: string;
  teamId: string;
  /** The key that it is started with. */
  apiKeyId?: string;
  /** Whether the team's credits or places must be counted; without limits nothing is locked. */
  isLimited?: boolean;
  /** Whether a scrape must wait for one of its team's places: see startScrapes. */
  waitsForPlace?: boolean;
  spec: JobSpec;
  origin: string;
  integration?: string;
  webhook?: WebhookSpec;
  expiresAt: Date;
  /** The first URL list; batches only. */
  urls?: readonly BatchUrl[];
  /** A UUID. */
  idempotencyKey?: string;
  /** Of a scrape, what it asks for is not stored either: nobody reads it again. */
  zeroDataRetention?: boolean;
  /** Of the request, as in W3C Trace Context. */
  traceparent?: string | undefined;
}

export type AcceptAnswer =
  /** `spec`: what is stored, and done. */
  | { kind: 'accepted'; spec: JobSpec }
  | { kind: 'idempotency-key-used' }
  /** The credits do not cover the named pages. */
  | ({ kind: 'insufficient-credits' } & FreeCredits);

/**
 * Stores a job with its first URL list in one transaction; from then on it exists, whatever becomes of messages. Stores
 * nothing when the idempotency key was used before, or when the team's credits do not cover the job: one credit for
 * each named URL. A crawl's limit is lowered to the credits, and credits for the whole limit are held.
 */
export function acceptJob(database: Database, job: NewJob): Promise<AcceptAnswer> {
  const accept = async (transaction: Transaction): Promise<AcceptAnswer> => {
    const { idempotencyKey } = job;
    const namedUrls = job.urls?.length ?? 1;
    const credits = job.isLimited ? await lockFreeCredits(transaction, job.teamId) : null;
    if (credits !== null && credits.free < namedUrls) return { kind: 'insufficient-credits', ...credits };
    const fresh =
      idempotencyKey === undefined ||
      (await takeIdempotencyKey(transaction, { teamId: job.teamId, key: idempotencyKey, jobId: job.id }));
    if (!fresh) return { kind: 'idempotency-key-used' };
    const spec = credits === null ? job.spec : lowerLimit(job.spec, credits.free);
    const isNeverRead = job.zeroDataRetention === true && spec.kind === 'scrape';
    const scrapeMs = job.spec.kind === 'scrape' ? deadlineMs(job.spec.scrape) : null;
    // Taken after the lock, not at the start of the transaction, and never twice the same: the order of a limited
    // team's scrapes is the order of their places.
    const createdAt = job.isLimited
      ? Prisma.sql`greatest(clock_timestamp(), (
          SELECT max(created_at) + interval '1 millisecond' FROM jobs
          WHERE ${runningOf('jobs')} = ${job.teamId}::uuid AND kind = 'scrape'))`
      : Prisma.sql`clock_timestamp()`;
    // The caller of a scrape has no id yet, and its page is stored by a later commit, which writes out this one as well:
    // a Postgres that breaks down in between forgets a request that nobody was answered. So the page is on its way
    // without waiting for the disk. Of a transaction this would hold for all of it.
    const commit = isOneStatement && spec.kind === 'scrape' ? 'off' : null;
    await transaction.$executeRaw`
      INSERT INTO jobs (id, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls, created_at,
                        expires_at, zero_data_retention, deadline_at, started_at, traceparent)
      SELECT ${job.id}::uuid, ${job.teamId}::uuid, ${job.apiKeyId ?? null}::uuid, ${job.spec.kind}::text,
             ${JSON.stringify(isNeverRead ? redactSpec(spec) : spec)}::jsonb, ${job.origin}::text, ${job.integration ?? null}::text,
              ${job.webhook === undefined ? null : JSON.stringify(job.webhook)}::jsonb, ${namedUrls}::int,
              ${createdAt}, ${job.expiresAt}::timestamptz, ${job.zeroDataRetention ?? false}::bool,
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
  // One statement needs no transaction, and a scrape without limits has only this one.
  const isOneStatement = !job.isLimited && job.idempotencyKey === undefined && job.urls === undefined;
  return isOneStatement ? accept(database) : database.$transaction(accept);
}

/** Lowers a crawl's limit. The requested limit stays in the spec, for the warning to the caller. */
function lowerLimit(spec: JobSpec, free: number): JobSpec {
  if (spec.kind !== 'crawl' || spec.limit <= free) return spec;
  return { ...spec, limit: free, requestedLimit: spec.limit };
}
