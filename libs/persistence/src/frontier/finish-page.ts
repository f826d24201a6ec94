import type { PageFailureReason, SkipReason } from '@orbweaver/core';
import type { Transaction } from '../database';

export type PageEnd =
  | { state: 'done' }
  | { state: 'failed'; reason: PageFailureReason; message: string }
  /** `message`: of a redirected page the URL that it leads to. */
  | { state: 'skipped'; reason: SkipReason; message?: string };

export interface PageFinish {
  jobId: string;
  pageId: string;
  /** The fence: refused unless it is the page's newest. */
  epoch: number;
  end: PageEnd;
  /** Also accepts a page whose lease ran out and was not leased again. */
  evenIfQueued?: boolean;
  /** Moves the fence, so that a document of the lost lease that is still on its way is refused. */
  closeEpoch?: boolean;
  now: Date;
}

/**
 * Ends a page. Answers false, with nothing changed, when the fence refuses. Anything but `done` gives the slot of
 * the limit back. A job that visits one page at a time with a delay rests from the end of a page, not its begin.
 * The job must be locked.
 */
export async function finishPage(transaction: Transaction, finish: PageFinish): Promise<boolean> {
  const { end, jobId } = finish;
  const now = finish.now.toISOString();
  const reason = end.state === 'done' ? null : end.reason;
  const message = end.state === 'done' ? null : (end.message ?? null);
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    WITH page AS MATERIALIZED (
      SELECT id, job_id, epoch, state FROM frontier_pages WHERE id = ${finish.pageId}::uuid
    ), held AS (
      SELECT id, state FROM page
      WHERE job_id = ${jobId}::uuid AND epoch = ${finish.epoch}::int
        AND (state = 'leased' OR (${finish.evenIfQueued ?? false}::boolean AND state = 'queued'))
    ), ended AS (
      UPDATE frontier_pages p
      SET state = ${end.state}, reason = ${reason}::text, message = ${message}::text, lease_until = NULL,
          finished_at = ${now}::timestamptz, epoch = p.epoch + ${finish.closeEpoch ? 1 : 0}::int
      FROM held WHERE p.id = held.id
      RETURNING p.id, held.state AS was
    ), job AS (
      UPDATE frontier_jobs j
      SET leased = leased - (ended.was = 'leased')::int, queued = queued - (ended.was = 'queued')::int,
          done = done + ${end.state === 'done' ? 1 : 0}::int, failed = failed + ${end.state === 'failed' ? 1 : 0}::int,
          admitted = admitted - ${end.state === 'done' ? 0 : 1}::int,
          next_lease_at = CASE WHEN delay_ms IS NOT NULL AND max_concurrency = 1
            THEN greatest(next_lease_at, ${now}::timestamptz + delay_ms * interval '1 millisecond')
            ELSE next_lease_at END
      FROM ended WHERE j.id = ${jobId}::uuid
    )
    SELECT id FROM ended`;
  return rows.length === 1;
}
