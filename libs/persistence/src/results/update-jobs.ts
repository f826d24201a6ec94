import type { Transaction } from '../database';
import { specWithoutHeaderValues, webhookWithoutHeaderValues } from './erase-headers';
import type { LockedJob } from './lock-jobs';

/**
 * Writes locked jobs with absolute values. Erases header values of jobs that end (with a `completedAt`), so call it
 * after their events are inserted.
 */
export async function updateJobs(
  transaction: Transaction,
  jobs: readonly (LockedJob & { completedAt: Date | null })[],
): Promise<void> {
  if (jobs.length === 0) return;
  await transaction.$executeRaw`
    UPDATE jobs SET
      state = n.state, error = n.error, completed_at = n.completed_at, completed = n.completed, failed = n.failed,
      credits_used = n.credits_used, settled_pages = n.settled_pages, settled_url_lists = n.settled_url_lists,
      settled_reason = n.settled_reason, settled_at = n.settled_at, webhook_sequence = n.webhook_sequence,
      erase_due_at = n.erase_due_at,
      spec = CASE WHEN n.completed_at IS NULL THEN jobs.spec ELSE ${specWithoutHeaderValues} END,
      webhook = CASE WHEN n.completed_at IS NULL THEN jobs.webhook ELSE ${webhookWithoutHeaderValues} END
    FROM unnest(
      ${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.state)}::text[],
      ${jobs.map((job) => job.error)}::text[], ${jobs.map((job) => job.completedAt)}::timestamptz[],
      ${jobs.map((job) => job.completed)}::int[], ${jobs.map((job) => job.failed)}::int[],
      ${jobs.map((job) => job.creditsUsed)}::int[], ${jobs.map((job) => job.settledPages)}::int[],
      ${jobs.map((job) => job.settledUrlLists)}::int[], ${jobs.map((job) => job.settledReason)}::text[],
      ${jobs.map((job) => job.settledAt)}::timestamptz[], ${jobs.map((job) => job.webhookSequence)}::int[],
      ${jobs.map((job) => job.eraseDueAt)}::timestamptz[])
      AS n(id, state, error, completed_at, completed, failed, credits_used, settled_pages, settled_url_lists,
           settled_reason, settled_at, webhook_sequence, erase_due_at)
    WHERE jobs.id = n.id`;
}
