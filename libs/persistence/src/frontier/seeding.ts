import type { Queryable, Transaction } from '../database';

export interface SeedingJob {
  jobId: string;
  kind: 'batch' | 'crawl';
  recalls?: boolean;
}

/**
 * Claims the oldest jobs without an active seeder until `leaseUntil`: new jobs, and those whose seeder died. Concurrent
 * seeders are harmless, because URLs are admitted once.
 */
export function claimSeeding(
  database: Queryable,
  options: { limit: number; now: Date; leaseUntil: Date },
): Promise<SeedingJob[]> {
  return database.$queryRaw<SeedingJob[]>`
    UPDATE frontier_jobs SET seeding_until = ${options.leaseUntil.toISOString()}::timestamptz
    WHERE id IN (
      SELECT id FROM frontier_jobs
      WHERE state = 'running' AND cancelled_at IS NULL AND seeding_until <= ${options.now.toISOString()}::timestamptz
      ORDER BY created_at
      LIMIT ${options.limit}::int
      FOR UPDATE SKIP LOCKED)
    RETURNING id AS "jobId", kind, recall IS NOT DISTINCT FROM 'open' AS recalls`;
}

/**
 * Extends a seeding lease, or ends it with a past time for another attempt. False if seeding is complete or the job has
 * settled.
 */
export async function extendSeeding(database: Queryable, jobId: string, until: Date): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE frontier_jobs SET seeding_until = ${until.toISOString()}::timestamptz
    WHERE id = ${jobId}::uuid AND seeding_until IS NOT NULL`;
  return changed === 1;
}

/** The crawl continues without sitemaps that exist or may exist. */
export async function noteUnreadSitemaps(database: Queryable, jobId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE frontier_jobs SET sitemaps_unread = true WHERE id = ${jobId}::uuid AND state = 'running'`;
}

/** Completes the seeding. False if a URL list was appended meanwhile. The job must be locked. */
export async function finishSeeding(transaction: Transaction, jobId: string): Promise<boolean> {
  const changed = await transaction.$executeRaw`
    UPDATE frontier_jobs SET seeding_until = NULL, recall = CASE recall WHEN 'open' THEN 'done' ELSE recall END
    WHERE id = ${jobId}::uuid
      AND url_lists_taken >= (SELECT count(*) FROM job_url_lists WHERE job_id = ${jobId}::uuid)`;
  return changed === 1;
}
