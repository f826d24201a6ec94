import type { JobKind, JobState } from '@orbweaver/core';
import { type Database, Prisma } from '../database';

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

const STORED_STATES: readonly JobState[] = ['scraping', 'completed', 'failed', 'cancelled'];

/** Newest first. */
export function listJobs(database: Database, { id, team, state, limit }: JobFilter): Promise<JobOverview[]> {
  const shown = Prisma.sql`
    CASE WHEN j.state = 'scraping' AND j.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE j.state END`;
  // Each state has its jobs in an index by time: so many of each are found without reading all there are, and the
  // rest of a row, whose spec may be large, is read of those that are shown.
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
