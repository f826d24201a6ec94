import type { PageFailureReason, SkipReason } from '@orbweaver/core';
import type { Transaction } from '../database';

export type PageEnd =
  | { state: 'done' }
  | { state: 'failed'; reason: PageFailureReason; message: string }
  | { state: 'skipped'; reason: SkipReason; message?: string };

interface PageFinish {
  pageId: string;
  /** Fencing token: must equal the page's epoch. */
  epoch: number;
  end: PageEnd;
}

export interface FinishOrder {
  jobId: string;
  pages: readonly PageFinish[];
  evenIfQueued?: boolean;
  /** Increments the epoch, so that a document of the lost lease is rejected. */
  closeEpoch?: boolean;
  now: Date;
}

/**
 * Finishes pages and returns the ids of those with a valid epoch; others are unchanged. Every end but `done` returns
 * the slot of the limit. Sequential jobs with a delay wait from the end of a page. The job must be locked.
 */
export async function finishPages(transaction: Transaction, order: FinishOrder): Promise<Set<string>> {
  const { pages, jobId } = order;
  const now = order.now.toISOString();
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    WITH page AS MATERIALIZED (
      SELECT asked.*, p.job_id, p.epoch AS newest, p.state AS was
      FROM unnest(
        ${pages.map(({ pageId }) => pageId)}::uuid[], ${pages.map(({ epoch }) => epoch)}::int[],
        ${pages.map(({ end }) => end.state)}::text[],
        ${pages.map(({ end }) => (end.state === 'done' ? null : end.reason))}::text[],
        ${pages.map(({ end }) => (end.state === 'done' ? null : (end.message ?? null)))}::text[]
      ) AS asked(id, epoch, state, reason, message)
      CROSS JOIN LATERAL (SELECT job_id, epoch, state FROM frontier_pages WHERE id = asked.id LIMIT 1) p
    ), held AS (
      SELECT id, was, state, reason, message FROM page
      WHERE job_id = ${jobId}::uuid AND epoch = newest
        AND (was = 'leased' OR (${order.evenIfQueued ?? false}::boolean AND was = 'queued'))
    ), ended AS (
      UPDATE frontier_pages p
      SET state = held.state, reason = held.reason, message = held.message, lease_until = NULL,
          finished_at = ${now}::timestamptz, epoch = p.epoch + ${order.closeEpoch ? 1 : 0}::int
      FROM held WHERE p.id = held.id
      RETURNING p.id, p.state, held.was
    ), counted AS (
      SELECT count(*)::int AS pages, count(*) FILTER (WHERE was = 'leased')::int AS leased,
             count(*) FILTER (WHERE state = 'done')::int AS done, count(*) FILTER (WHERE state = 'failed')::int AS failed
      FROM ended
    ), job AS (
      UPDATE frontier_jobs j
      SET leased = j.leased - counted.leased, queued = j.queued - (counted.pages - counted.leased),
          done = j.done + counted.done, failed = j.failed + counted.failed,
          admitted = j.admitted - (counted.pages - counted.done),
          next_lease_at = CASE WHEN delay_ms IS NOT NULL AND max_concurrency = 1
            THEN greatest(next_lease_at, ${now}::timestamptz + delay_ms * interval '1 millisecond')
            ELSE next_lease_at END
      FROM counted WHERE j.id = ${jobId}::uuid AND counted.pages > 0
    )
    SELECT id FROM ended`;
  return new Set(rows.map(({ id }) => id));
}
