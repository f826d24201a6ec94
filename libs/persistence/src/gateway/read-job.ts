import type { JobKind, JobState } from '@orbweaver/core';
import type { Database } from '../database';

/** A job as its caller sees it. */
export interface JobView {
  id: string;
  teamId: string;
  kind: JobKind;
  /** `cancelled` from the moment when cancelling was requested, though pages may still run. */
  state: JobState;
  /** Nothing more is stored. For a cancelled job this comes some seconds after `state` changes. */
  hasEnded: boolean;
  /** A JobSpec, unparsed. */
  spec: unknown;
  createdAt: Date;
  /**
   * When it ended. For a cancelled job the time of the request, though its last page may have ended some seconds later.
   */
  completedAt: Date | null;
  expiresAt: Date;
  error: string | null;
  /** Documents stored; their ordinals are 1 to this. */
  completed: number;
  creditsUsed: number;
  /** Pages that the frontier has admitted so far; null before it started. */
  admitted: number | null;
  /**
   * URLs of lists that are not pages of the frontier yet; batches only. Between a list's last page and the mark that
   * the list is taken, none of its URLs may count twice.
   */
  listed: number;
  /** Sitemaps of a crawl were not read, or not to their end; null before the frontier started it. */
  sitemapsUnread: boolean | null;
  zeroDataRetention: boolean;
  /** When set, its pages are erased, and nothing of them may be shown. */
  erasedAt: Date | null;
}

/**
 * Undefined for a job that does not exist or belongs to another team. An expired job is readable as long as it is
 * stored.
 */
export async function readJob(
  database: Database,
  { jobId, teamId }: { jobId: string; teamId: string },
): Promise<JobView | undefined> {
  const rows = await database.$queryRaw<JobView[]>`
    SELECT j.id, j.team_id AS "teamId", j.kind, j.spec, j.error, j.completed, j.credits_used AS "creditsUsed",
           CASE WHEN j.state = 'scraping' AND j.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE j.state END AS state,
           j.state <> 'scraping' AS "hasEnded",
           j.created_at AS "createdAt", coalesce(j.cancel_requested_at, j.completed_at) AS "completedAt",
           j.expires_at AS "expiresAt", f.admitted, f.sitemaps_unread AS "sitemapsUnread",
           j.zero_data_retention AS "zeroDataRetention", j.erased_at AS "erasedAt",
           CASE WHEN j.kind = 'batch' AND j.state = 'scraping' AND EXISTS (
             SELECT FROM job_url_lists l WHERE l.job_id = j.id AND l.position >= coalesce(f.url_lists_taken, 0)
           ) THEN greatest(j.named_urls - coalesce(f.known, 0), 0) ELSE 0 END AS listed
    FROM jobs j LEFT JOIN frontier_jobs f ON f.id = j.id
    WHERE j.id = ${jobId}::uuid AND j.team_id = ${teamId}::uuid`;
  return rows[0];
}
