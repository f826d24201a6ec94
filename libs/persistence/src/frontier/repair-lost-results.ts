import type { PageFailureReason } from '@orbweaver/core';
import type { Queryable, Transaction } from '../database';
import { isOfJob } from '../index-keys';

export interface UnstoredFailure {
  pageId: string;
  jobId: string;
  teamId: string;
  epoch: number;
  url: string;
  sourceUrl: string;
  depth: number;
  reason: PageFailureReason;
  message: string;
}

export function findUnstoredFailures(
  database: Queryable,
  options: { jobId: string; limit: number },
): Promise<UnstoredFailure[]> {
  return database.$queryRaw<UnstoredFailure[]>`
    SELECT p.id AS "pageId", p.job_id AS "jobId", j.team_id AS "teamId", p.epoch, p.url, p.source_url AS "sourceUrl",
           p.depth, p.reason, coalesce(p.message, '') AS message
    FROM frontier_pages p JOIN frontier_jobs j ON j.id = p.job_id
    WHERE ${isOfJob('p', options.jobId)} AND p.state = 'failed'
      AND (SELECT s.id FROM pages s WHERE s.id = p.id) IS NULL
    LIMIT ${options.limit}::int`;
}

export interface LostDocuments {
  requeued: number;
  failed: number;
  /** Skipped because the job is cancelled. */
  skipped: number;
}

const NOTHING_LOST: LostDocuments = { requeued: 0, failed: 0, skipped: 0 };

/** Requeues done pages without a stored document and sets the settled job to running. The job must be locked. */
export async function requeueLostDocuments(
  transaction: Transaction,
  options: { jobId: string; now: Date; maxAttempts: number; reason: PageFailureReason; message: string },
): Promise<LostDocuments> {
  const now = options.now.toISOString();
  const rows = await transaction.$queryRaw<LostDocuments[]>`
    WITH job AS (
      SELECT f.id, f.cancelled_at IS NOT NULL AS cancelled FROM frontier_jobs f
      JOIN jobs j ON j.id = f.id AND j.state = 'scraping'
      WHERE f.id = ${options.jobId}::uuid AND f.state = 'settled'
    ), lost AS (
      UPDATE frontier_pages p
      SET state = verdict.state, due_at = ${now}::timestamptz, epoch = p.epoch + (verdict.state <> 'queued')::int,
          finished_at = CASE WHEN verdict.state <> 'queued' THEN ${now}::timestamptz END,
          reason = CASE verdict.state WHEN 'failed' THEN ${options.reason} WHEN 'skipped' THEN 'cancelled' END,
          message = CASE verdict.state WHEN 'failed' THEN ${options.message} END
      FROM job, frontier_pages was
      CROSS JOIN LATERAL (
        SELECT CASE WHEN (SELECT cancelled FROM job) THEN 'skipped'
                    WHEN was.attempt >= ${options.maxAttempts}::int THEN 'failed' ELSE 'queued' END AS state
      ) verdict
      WHERE uuid_send(was.job_id) = uuid_send(job.id) AND was.state = 'done' AND p.id = was.id
        AND (SELECT s.id FROM pages s WHERE s.id = was.id) IS NULL
        AND (SELECT e.page_id FROM enrichments e WHERE e.page_id = was.id) IS NULL
      RETURNING p.state
    ), counted AS (
      SELECT count(*) FILTER (WHERE state = 'queued')::int AS requeued,
             count(*) FILTER (WHERE state = 'failed')::int AS failed,
             count(*) FILTER (WHERE state = 'skipped')::int AS skipped
      FROM lost
    )
    UPDATE frontier_jobs f
    SET done = f.done - c.requeued - c.failed - c.skipped, queued = f.queued + c.requeued,
        failed = f.failed + c.failed, admitted = f.admitted - c.failed - c.skipped,
        state = 'running', settled_at = NULL, settled_reason = NULL, error = NULL
    FROM counted c
    WHERE f.id = ${options.jobId}::uuid AND c.requeued + c.failed + c.skipped > 0
    RETURNING c.requeued, c.failed, c.skipped`;
  return rows[0] ?? NOTHING_LOST;
}
