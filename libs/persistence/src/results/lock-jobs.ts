import type { Transaction } from '../database';

export interface LockedJob {
  id: string;
  teamId: string;
  apiKeyId: string | null;
  kind: 'scrape' | 'batch' | 'crawl';
  state: 'scraping' | 'completed' | 'failed' | 'cancelled';
  /** A JobSpec, unparsed. */
  spec: unknown;
  /** A WebhookSpec, unparsed, or null. */
  webhook: unknown;
  createdAt: Date;
  cancelRequestedAt: Date | null;
  error: string | null;
  completed: number;
  failed: number;
  creditsUsed: number;
  settledPages: number | null;
  settledUrlLists: number | null;
  settledReason: 'finished' | 'cancelled' | 'failed' | null;
  settledAt: Date | null;
  webhookSequence: number;
  zeroDataRetention: boolean;
  eraseDueAt: Date | null;
}

/** Locks jobs in the order of their ids, which prevents deadlocks. Unknown jobs are absent. */
export function lockJobs(transaction: Transaction, jobIds: readonly string[]): Promise<LockedJob[]> {
  return transaction.$queryRaw<LockedJob[]>`
    SELECT id, team_id AS "teamId", api_key_id AS "apiKeyId", kind, state, spec, webhook, created_at AS "createdAt",
           cancel_requested_at AS "cancelRequestedAt", error, completed, failed, credits_used AS "creditsUsed",
           settled_pages AS "settledPages", settled_url_lists AS "settledUrlLists",
           settled_reason AS "settledReason", settled_at AS "settledAt", webhook_sequence AS "webhookSequence",
           zero_data_retention AS "zeroDataRetention", erase_due_at AS "eraseDueAt"
    FROM jobs
    WHERE id = ANY(${[...new Set(jobIds)]}::uuid[])
    ORDER BY id
    FOR UPDATE`;
}
