import type { BatchUrl } from '@orbweaver/core';
import { findShortage, type InsufficientCredits, lockFreeCredits } from '../credits/free-credits';
import type { Database } from '../database';
import { takeIdempotencyKey } from './take-idempotency-key';

export interface UrlAppendix {
  jobId: string;
  teamId: string;
  urls: readonly BatchUrl[];
  /** Whether credits must be counted. */
  isLimited?: boolean;
  idempotencyKey?: string;
  /** Whether the URLs may not be stored beyond the response. */
  zeroDataRetention?: boolean;
}

export type AppendAnswer =
  | { kind: 'appended' | 'unknown' | 'ended' | 'idempotency-key-used' }
  | { kind: 'retains' }
  | InsufficientCredits;

/**
 * Appends a URL list to a running batch. Locks the job like transactions that end it, so a list is either counted or
 * rejected as `ended`.
 */
export function appendUrls(database: Database, appendix: UrlAppendix): Promise<AppendAnswer> {
  const { jobId, teamId, idempotencyKey } = appendix;
  return database.$transaction(async (transaction) => {
    // The team is locked before the job, which prevents deadlocks.
    const credits = appendix.isLimited ? await lockFreeCredits(transaction, teamId) : null;
    const [job] = await transaction.$queryRaw<{ ended: boolean; zeroDataRetention: boolean }[]>`
      SELECT state <> 'scraping' OR cancel_requested_at IS NOT NULL AS ended,
             zero_data_retention AS "zeroDataRetention"
      FROM jobs
      WHERE id = ${jobId}::uuid AND team_id = ${teamId}::uuid AND kind = 'batch'
        AND (state = 'scraping' OR expires_at > now())
      FOR UPDATE`;
    if (job === undefined) return { kind: 'unknown' };
    if (job.ended) return { kind: 'ended' };
    if (appendix.zeroDataRetention && !job.zeroDataRetention) return { kind: 'retains' };
    const shortage = findShortage(credits, appendix.urls.length);
    if (shortage !== undefined) return shortage;
    if (idempotencyKey !== undefined) {
      const fresh = await takeIdempotencyKey(transaction, { teamId, key: idempotencyKey, jobId });
      if (!fresh) return { kind: 'idempotency-key-used' };
    }
    await transaction.$executeRaw`
      INSERT INTO job_url_lists (job_id, position, urls)
      SELECT ${jobId}::uuid, coalesce(max(position), -1) + 1, ${JSON.stringify(appendix.urls)}::jsonb
      FROM job_url_lists WHERE job_id = ${jobId}::uuid`;
    await transaction.$executeRaw`
      UPDATE jobs SET named_urls = named_urls + ${appendix.urls.length}::int WHERE id = ${jobId}::uuid`;
    return { kind: 'appended' };
  });
}
