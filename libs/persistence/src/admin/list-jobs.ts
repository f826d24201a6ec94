import type { JobKind, JobState } from '@orbweaver/core';
import { type Database, Prisma } from '../database';

/** A job as an operator sees it. */
export interface JobOverview {
  id: string;
  /** Null when the team has no row (any more). */
  team: string | null;
  kind: JobKind;
  /** `cancelled` from the moment when cancelling was requested. */
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
  /**
   * Pages that wait, and pages being rendered; null without a frontier job: scrapes, and jobs that have not started.
   */
  queued: number | null;
  leased: number | null;
  /** The job's spec and documents are erased. */
  isErased: boolean;
}

export interface JobFilter {
  id?: string;
  /** Name of the team. */
  team?: string;
  state?: JobState;
  limit: number;
}

const STORED_STATES: readonly JobState[] = ['scraping', 'completed', 'failed', 'cancelled'];

/** Newest first. */
export function listJobs(database: Database, { id, team, state, limit }: JobFilter): Promise<JobOverview[]> {
  const shown = Prisma.sql`
    CASE WHEN j.state = 'scraping' AND j.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE j.state END`;
  // An index has the jobs of each state by time, so this finds that many of each without reading all jobs. It reads the
  // whole row, whose spec may be large, only of the jobs that it returns.
  const states = STORED_STATES.filter(
    (stored) => state === undefined || stored === state || (state === 'cancelled' && stored === 'scraping'),
  );
  return database.$queryRaw<JobOverview[]>`
    WITH newest AS (
      SELECT found.id FROM unnest(${states}::text[]) AS of_state(name) CROSS JOIN LATERAL (
        SELECT j.id, j.created_at FROM jobs j
        WHERE j.state = of_state.name
          AND (${id ?? null}::uuid IS NULL OR j.id = ${id ?? null}::uuid)
          AND (${team ?? null}::text IS NULL OR j.team_id = (SELECT t.id FROM teams t WHERE t.name = ${team ?? null}::text))
          AND (${state ?? null}::text IS NULL OR ${shown} = ${state ?? null}::text)
        ORDER BY j.created_at DESC
        LIMIT ${limit}::int
      ) found
      ORDER BY found.created_at DESC, found.id
      LIMIT ${limit}::int
    )
    SELECT j.id, t.name AS team, j.kind, j.spec->>'url' AS url, j.named_urls AS "namedUrls", j.completed, j.failed,
           ${shown} AS state, j.credits_used AS "creditsUsed", j.error, j.created_at AS "createdAt",
           j.completed_at AS "completedAt", j.expires_at AS "expiresAt", f.queued, f.leased,
           j.erased_at IS NOT NULL AS "isErased"
    FROM newest JOIN jobs j ON j.id = newest.id LEFT JOIN teams t ON t.id = j.team_id
         LEFT JOIN frontier_jobs f ON f.id = j.id
    ORDER BY j.created_at DESC, j.id`;
}
