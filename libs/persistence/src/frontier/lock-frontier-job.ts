import type { Transaction } from '../database';

export interface LockedFrontierJob {
  id: string;
  teamId: string;
  kind: 'batch' | 'crawl';
  state: 'running' | 'settled';
  originUrl: string | null;
  limit: number | null;
  admitted: number;
  queued: number;
  leased: number;
  done: number;
  failed: number;
  urlListsTaken: number;
  cancelled: boolean;
  seeding: boolean;
  /** Null: the job does not revisit pages of earlier crawls. */
  recall: 'due' | 'open' | 'done' | null;
}

/**
 * Locks a job until the transaction ends. Page states change only under the lock of their job, so counters match the
 * pages. Lock several jobs in the order of their ids.
 */
export async function lockFrontierJob(transaction: Transaction, jobId: string): Promise<LockedFrontierJob | undefined> {
  const rows = await transaction.$queryRaw<LockedFrontierJob[]>`
    SELECT id, team_id AS "teamId", kind, state, origin_url AS "originUrl", "limit", admitted, queued, leased, done,
           failed, url_lists_taken AS "urlListsTaken", cancelled_at IS NOT NULL AS cancelled,
           seeding_until IS NOT NULL AS seeding, recall
    FROM frontier_jobs
    WHERE id = ${jobId}::uuid
    FOR UPDATE`;
  return rows[0];
}
