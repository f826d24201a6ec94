import type { BatchUrl } from '@orbweaver/core';
import type { Database } from '../database';
import { takeIdempotencyKey } from './take-idempotency-key';

export interface UrlAppendix {
  jobId: string;
  teamId: string;
  urls: readonly BatchUrl[];
  /** A UUID. */
  idempotencyKey?: string;
}

export type AppendAnswer = 'appended' | 'unknown' | 'ended' | 'idempotency-key-used';

/**
 * Adds a URL list to a running batch of the team. The job's row is locked, as by whoever ends the job: a list
 * is either counted before the end, or refused as `ended`.
 */
export function appendUrls(database: Database, appendix: UrlAppendix): Promise<AppendAnswer> {
  const { jobId, teamId, idempotencyKey } = appendix;
  return database.$transaction(async (transaction) => {
    const [job] = await transaction.$queryRaw<{ ended: boolean }[]>`
      SELECT state <> 'scraping' OR cancel_requested_at IS NOT NULL AS ended
      FROM jobs
      WHERE id = ${jobId}::uuid AND team_id = ${teamId}::uuid AND kind = 'batch' AND expires_at > now()
      FOR UPDATE`;
    if (job === undefined) return 'unknown';
    if (job.ended) return 'ended';
    if (idempotencyKey !== undefined) {
      const fresh = await takeIdempotencyKey(transaction, { teamId, key: idempotencyKey, jobId });
      if (!fresh) return 'idempotency-key-used';
    }
    await transaction.$executeRaw`
      INSERT INTO job_url_lists (job_id, position, urls)
      SELECT ${jobId}::uuid, coalesce(max(position), -1) + 1, ${JSON.stringify(appendix.urls)}::jsonb
      FROM job_url_lists WHERE job_id = ${jobId}::uuid`;
    return 'appended';
  });
}
