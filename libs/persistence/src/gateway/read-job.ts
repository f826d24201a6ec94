import type { JobKind, JobState } from '@orbweaver/core';
import type { Database } from '../database';

export interface JobView {
  id: string;
  teamId: string;
  kind: JobKind;
  /** `cancelled` as soon as cancellation is requested, although pages may still run. */
  state: JobState;
  /** No more pages will be stored. For a cancelled job, seconds after `state` changes. */
  hasEnded: boolean;
  /** A JobSpec, unparsed. */
  spec: unknown;
  createdAt: Date;
  /** For a cancelled job the time of the request. */
  completedAt: Date | null;
  expiresAt: Date;
  error: string | null;
  completed: number;
  failed: number;
  creditsUsed: number;
  admitted: number | null;
  /**
   * Batches only: listed URLs that are not pages yet. Counts none twice between a list's last page and its mark as
   * taken.
   */
  listed: number;
  /** Sitemaps were not read completely; null before the start. */
  sitemapsUnread: boolean | null;
  zeroDataRetention: boolean;
  /** If set, the pages are erased and must not be shown. */
  erasedAt: Date | null;
}

/** Undefined for an unknown job or another team's. Expired jobs are readable until they are deleted. */
export async function readJob(
  database: Database,
  { jobId, teamId }: { jobId: string; teamId: string },
): Promise<JobView | undefined> {
  const rows = await database.$queryRaw<JobView[]>`
    SELECT j.id, j.team_id AS "teamId", j.kind, j.spec, j.error, j.completed, j.failed, j.credits_used AS "creditsUsed",
           CASE WHEN j.state = 'scraping' AND j.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE j.state END AS state,
           j.state <> 'scraping' AS "hasEnded",
           j.created_at AS "createdAt", coalesce(j.cancel_requested_at, j.completed_at) AS "completedAt",
           j.expires_at AS "expiresAt", f.admitted, f.sitemaps_unread AS "sitemapsUnread",
           j.zero_data_retention AS "zeroDataRetention", j.erased_at AS "erasedAt",
           CASE WHEN j.kind = 'batch' AND j.state = 'scraping' AND EXISTS (
             SELECT FROM job_url_lists l WHERE l.job_id = j.id AND l.position >= coalesce(f.url_lists_taken, 0)
           ) THEN greatest(j.named_urls - coalesce(f.known, 0), 0) ELSE 0 END AS listed
    FROM jobs j LEFT JOIN frontier_jobs f ON f.id = j.id
    WHERE j.id = ${jobId}::uuid AND j.team_id = ${teamId}::uuid AND j.kind <> 'schedule'`;
  return rows[0];
}
