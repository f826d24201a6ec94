import type { JobKind, JobState } from '@orbweaver/core';
import type { Database } from '../database';

/** A job as an operator sees it. */
export interface JobOverview {
  id: string;
  /** Null when the team has no row (any more). */
  team: string | null;
  kind: JobKind;
  /** `cancelled` from the moment of the wish. */
  state: JobState;
  /** The start URL, or the page's; null for a batch. */
  url: string | null;
  /** The URLs of a batch; 1 otherwise. */
  namedUrls: number;
  completed: number;
  failed: number;
  creditsUsed: number;
  error: string | null;
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date;
  /** Pages that wait and that are being rendered; null without a frontier: scrapes, and before the start. */
  queued: number | null;
  leased: number | null;
  /** What it was to do, and what it stored, is erased. */
  isErased: boolean;
}

export interface JobFilter {
  id?: string;
  /** Name of the team. */
  team?: string;
  state?: JobState;
  limit: number;
}

/** Newest first. */
export function listJobs(database: Database, { id, team, state, limit }: JobFilter): Promise<JobOverview[]> {
  return database.$queryRaw<JobOverview[]>`
    SELECT * FROM (
      SELECT j.id, t.name AS team, j.kind, j.spec->>'url' AS url, j.named_urls AS "namedUrls", j.completed, j.failed,
             CASE WHEN j.state = 'scraping' AND j.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE j.state END AS state,
             j.credits_used AS "creditsUsed", j.error, j.created_at AS "createdAt", j.completed_at AS "completedAt",
             j.expires_at AS "expiresAt", f.queued, f.leased,
             j.erased_at IS NOT NULL AS "isErased"
      FROM jobs j LEFT JOIN teams t ON t.id = j.team_id LEFT JOIN frontier_jobs f ON f.id = j.id
      WHERE (${id ?? null}::uuid IS NULL OR j.id = ${id ?? null}::uuid)
        AND (${team ?? null}::text IS NULL OR t.name = ${team ?? null}::text)
    ) job
    WHERE ${state ?? null}::text IS NULL OR state = ${state ?? null}::text
    ORDER BY "createdAt" DESC, id
    LIMIT ${limit}::int`;
}
