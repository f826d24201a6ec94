import type { Queryable, Transaction } from '../database';

/** A job whose seeds must be read. */
export interface SeedingJob {
  jobId: string;
  kind: 'batch' | 'crawl';
  /** The seeds are the URLs that earlier crawls found; all other seeds are in. */
  recalls?: boolean;
}

/**
 * Claims jobs whose seeds no seeder is reading, oldest first, until `leaseUntil`: a job that just started, or one whose
 * seeder died. Two seeders that read the same seeds do no harm, because a URL is admitted once.
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
 * Moves the end of a seeding lease; into the past when the seeder gives up and another must try. Answers false when
 * there is nothing to read any more: all seeds are in, or the job has settled without them.
 */
export async function extendSeeding(database: Queryable, jobId: string, until: Date): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE frontier_jobs SET seeding_until = ${until.toISOString()}::timestamptz
    WHERE id = ${jobId}::uuid AND seeding_until IS NOT NULL`;
  return changed === 1;
}

/** Of a crawl that goes on without sitemaps that its site has, or may have. */
export async function noteUnreadSitemaps(database: Queryable, jobId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE frontier_jobs SET sitemaps_unread = true WHERE id = ${jobId}::uuid AND state = 'running'`;
}

/**
 * Ends the seeding. Answers false when a URL list was appended meanwhile, which must be taken first. The job must be
 * locked.
 */
export async function finishSeeding(transaction: Transaction, jobId: string): Promise<boolean> {
  const changed = await transaction.$executeRaw`
    UPDATE frontier_jobs SET seeding_until = NULL, recall = CASE recall WHEN 'open' THEN 'done' ELSE recall END
    WHERE id = ${jobId}::uuid
      AND url_lists_taken >= (SELECT count(*) FROM job_url_lists WHERE job_id = ${jobId}::uuid)`;
  return changed === 1;
}
