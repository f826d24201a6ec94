import { findShortage, type InsufficientCredits, lockFreeCredits } from '../credits/free-credits';
import type { Database, Transaction } from '../database';
import { failureOf } from '../index-keys';
import { scrapeOfTeam } from '../limits/scrape-of-team';
import { type Actor, created, noteChange } from '../note-change';
import { newJobId } from '../partitions/day-partitions';
import { eraseDueOfCopy } from '../results/erase-job';
import { findRetryObstacle, type RetryObstacle } from './change-jobs';
import { readJobOverview } from './list-jobs';

/** Maximum pages of one retry: their URLs are one list of the new batch. */
export const MAX_RETRIED_PAGES = 10_000;

export type FailedPagesRetrying =
  | RetryObstacle
  | { kind: 'no-failures' }
  | InsufficientCredits
  /** `left`: failed pages above the maximum. */
  | { kind: 'retried'; newId: string; pages: number; left: number };

/**
 * Starts a batch of the failed pages of an ended batch or crawl, oldest failures first, with its scrape options, webhook
 * and key. The frontier's sweep starts it.
 */
export function retryFailedPages(
  database: Database,
  actor: Actor,
  { id, maxPages = MAX_RETRIED_PAGES }: { id: string; maxPages?: number },
): Promise<FailedPagesRetrying> {
  return database.$transaction(async (transaction) => {
    const job = await readJobOverview(transaction, id);
    if (job === undefined) return { kind: 'unknown' };
    const obstacle = await findRetryObstacle(transaction, job);
    if (obstacle !== undefined) return obstacle;
    if (job.failed === 0) return { kind: 'no-failures' };
    const pages = Math.min(job.failed, maxPages);
    const shortage = findShortage(await lockFreeCredits(transaction, job.teamId), pages);
    if (shortage !== undefined) return shortage;
    const newId = newJobId();
    const copied = await copyFailedPages(transaction, { jobId: id, newId, limit: pages });
    if (copied === undefined) return { kind: 'running' };
    await noteChange(transaction, actor, {
      action: 'job.retry',
      teamId: job.teamId,
      target: newId,
      changes: created({ failedPagesOf: id, pages: copied }),
    });
    return { kind: 'retried', newId, pages: copied, left: job.failed - copied };
  });
}

/** A single statement, so that retention cannot delete pages in between. Undefined if the job has no such pages. */
async function copyFailedPages(
  transaction: Transaction,
  { jobId, newId, limit }: { jobId: string; newId: string; limit: number },
): Promise<number | undefined> {
  const rows = await transaction.$queryRaw<{ pages: number }[]>`
    WITH failed AS (
      SELECT url, source_url, stored_at, id FROM pages p WHERE ${failureOf('p')} = ${jobId}::uuid
      ORDER BY stored_at, id LIMIT ${limit}::int
    ), list AS (
      SELECT count(*)::int AS pages,
             jsonb_agg(jsonb_build_object('url', url, 'sourceUrl', source_url) ORDER BY stored_at, id) AS urls
      FROM failed
    ), copied AS (
      INSERT INTO jobs (id, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls, expires_at,
                        erase_due_at, zero_data_retention)
      SELECT ${newId}::uuid, team_id, api_key_id, 'batch',
             jsonb_strip_nulls(jsonb_build_object('maxConcurrency', spec->'maxConcurrency', 'extract', spec->'extract'))
               || jsonb_build_object('kind', 'batch', 'scrape', ${scrapeOfTeam}),
             origin, integration, webhook, list.pages, now() + (expires_at - created_at), ${eraseDueOfCopy}, zero_data_retention
      FROM jobs CROSS JOIN list
      WHERE id = ${jobId}::uuid AND state <> 'scraping' AND erased_at IS NULL AND list.pages > 0
      RETURNING id
    )
    INSERT INTO job_url_lists (job_id, position, urls)
    SELECT copied.id, 0, list.urls FROM copied CROSS JOIN list
    RETURNING jsonb_array_length(urls) AS pages`;
  return rows[0]?.pages;
}
