import type { Queryable } from '../database';

/** Whether a batch or crawl is or should be running. Otherwise no lease can expire and no command can be lost. */
export async function hasOpenJobs(database: Queryable): Promise<boolean> {
  const rows = await database.$queryRaw<{ open: boolean }[]>`
    SELECT EXISTS (SELECT FROM frontier_jobs WHERE state = 'running')
        OR EXISTS (SELECT FROM jobs WHERE state = 'scraping' AND kind <> 'scrape') AS open`;
  return rows[0]?.open ?? true;
}

/** Accepted jobs that were never started because StartJob was lost. */
export async function findUnstartedJobs(
  database: Queryable,
  options: { createdBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT j.id FROM jobs j
    WHERE j.state = 'scraping' AND j.kind <> 'scrape' AND j.created_at < ${options.createdBefore.toISOString()}::timestamptz
      AND (SELECT f.id FROM frontier_jobs f WHERE f.id = j.id) IS NULL
    ORDER BY j.created_at
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}

/** Jobs with untaken URL lists and no active seeder, because AppendToJob was lost. */
export async function findUntakenUrlLists(
  database: Queryable,
  options: { createdBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT f.id FROM jobs j
    CROSS JOIN LATERAL (SELECT * FROM frontier_jobs WHERE id = j.id LIMIT 1) f
    WHERE j.state = 'scraping' AND j.kind = 'batch' AND f.cancelled_at IS NULL AND f.seeding_until IS NULL
      AND (SELECT l.position FROM job_url_lists l
           WHERE l.job_id = f.id AND l.position >= f.url_lists_taken
             AND l.created_at < ${options.createdBefore.toISOString()}::timestamptz LIMIT 1) IS NOT NULL
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}

export async function findLostCancels(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT f.id FROM frontier_jobs f
    CROSS JOIN LATERAL (SELECT cancel_requested_at FROM jobs WHERE id = f.id LIMIT 1) j
    WHERE j.cancel_requested_at IS NOT NULL AND f.state = 'running' AND f.cancelled_at IS NULL
    LIMIT ${limit}::int`;
  return rows.map((row) => row.id);
}

export async function findUnsettledCancels(
  database: Queryable,
  options: { cancelledBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM frontier_jobs
    WHERE state = 'running' AND cancelled_at <= ${options.cancelledBefore.toISOString()}::timestamptz
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}

export interface ExpiredLease {
  pageId: string;
  jobId: string;
  epoch: number;
}

export function findExpiredLeases(database: Queryable, options: { now: Date; limit: number }): Promise<ExpiredLease[]> {
  return database.$queryRaw<ExpiredLease[]>`
    SELECT id AS "pageId", job_id AS "jobId", epoch FROM frontier_pages
    WHERE state = 'leased' AND lease_until < ${options.now.toISOString()}::timestamptz
    ORDER BY lease_until
    LIMIT ${options.limit}::int`;
}

/**
 * Jobs settled before `settledBefore` that results has not ended, without documents at the language model: a message
 * was lost.
 */
export async function findUnendedJobs(
  database: Queryable,
  options: { settledBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT f.id FROM jobs j
    CROSS JOIN LATERAL (SELECT * FROM frontier_jobs WHERE id = j.id LIMIT 1) f
    WHERE j.state = 'scraping' AND j.kind <> 'scrape'
      AND (SELECT e.page_id FROM enrichments e WHERE e.job_id = j.id LIMIT 1) IS NULL
      AND f.state = 'settled' AND f.settled_at < ${options.settledBefore.toISOString()}::timestamptz
    ORDER BY f.settled_at
    LIMIT ${options.limit}::int`;
  return rows.map((row) => row.id);
}
