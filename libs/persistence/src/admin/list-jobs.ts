import { type JobKind, type JobState, maskUserInfo } from '@orbweaver/core';
import { type Database, Prisma, type Queryable } from '../database';
import { isOfJob, stateOfTeam } from '../index-keys';

/** A job as an operator sees it. */
export interface JobOverview {
  id: string;
  teamId: string;
  /** Null when the team has no row (any more). */
  team: string | null;
  /** The key that it was started with; null: none. */
  apiKeyId: string | null;
  kind: JobKind;
  /** `cancelled` from the moment when cancelling was requested. */
  state: JobState;
  /** The start URL, or the page's, without its credentials: a team's are not the operator's; null for a batch. */
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

/** The last job of the page before. */
export interface JobCursor {
  createdAt: Date;
  id: string;
}

export interface JobFilter {
  teamId?: string;
  kind?: JobKind;
  state?: JobState;
  after?: JobCursor;
  limit: number;
}

const STORED_STATES: readonly JobState[] = ['scraping', 'completed', 'failed', 'cancelled'];
const BEFORE_ALL: JobCursor = { createdAt: new Date('9999-01-01'), id: '00000000-0000-0000-0000-000000000000' };

const shown = Prisma.sql`
  CASE WHEN j.state = 'scraping' AND j.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE j.state END`;

/** The columns of a JobOverview: of a job `j`, its team `t`, and what the frontier knows of it, `f`. */
const columns = Prisma.sql`
  j.id, j.team_id AS "teamId", t.name AS team, j.api_key_id AS "apiKeyId", j.kind, j.spec->>'url' AS url,
  j.named_urls AS "namedUrls", j.completed, j.failed, ${shown} AS state, j.credits_used AS "creditsUsed", j.error,
  j.created_at AS "createdAt", j.completed_at AS "completedAt", j.expires_at AS "expiresAt", f.queued, f.leased,
  j.erased_at IS NOT NULL AS "isErased"`;

/** Whether a job `j` is in the state `of_state.name` and, where one is asked for, of the team. */
function isAskedFor({ teamId }: JobFilter): Prisma.Sql {
  if (teamId === undefined) return Prisma.sql`j.state = of_state.name`;
  return Prisma.sql`${stateOfTeam('j')} = of_state.name || ' ' || ${teamId}::uuid::text`;
}

/** Newest first. */
export async function listJobs(database: Database, filter: JobFilter): Promise<JobOverview[]> {
  const { kind = null, state = null, after = BEFORE_ALL, limit } = filter;
  // Indexes have the jobs of each state by time, those of all teams and those of each, so this finds that many without
  // reading others; of a rare kind it reads all in between. It reads the whole row, whose spec may be large, only of the
  // jobs that it returns.
  const states = STORED_STATES.filter(
    (stored) => state === null || stored === state || (state === 'cancelled' && stored === 'scraping'),
  );
  const rows = await database.$queryRaw<JobOverview[]>`
    WITH newest AS (
      SELECT found.id FROM unnest(${states}::text[]) AS of_state(name) CROSS JOIN LATERAL (
        SELECT j.id, j.created_at FROM jobs j
        WHERE ${isAskedFor(filter)} AND j.created_at <= ${after.createdAt}::timestamptz
          AND (j.created_at < ${after.createdAt}::timestamptz OR j.id > ${after.id}::uuid)
          AND (${kind}::text IS NULL OR j.kind = ${kind}::text)
          AND (${state}::text IS NULL OR ${shown} = ${state}::text)
        ORDER BY j.created_at DESC, j.id
        LIMIT ${limit}::int
      ) found
      ORDER BY found.created_at DESC, found.id
      LIMIT ${limit}::int
    )
    SELECT ${columns}
    FROM newest JOIN jobs j ON j.id = newest.id LEFT JOIN teams t ON t.id = j.team_id
         LEFT JOIN frontier_jobs f ON f.id = j.id
    ORDER BY j.created_at DESC, j.id`;
  return rows.map(asSeen);
}

/** Undefined for an unknown job, or one that has expired and is deleted. */
export async function readJobOverview(database: Queryable, id: string): Promise<JobOverview | undefined> {
  const rows = await database.$queryRaw<JobOverview[]>`
    SELECT ${columns}
    FROM jobs j LEFT JOIN teams t ON t.id = j.team_id LEFT JOIN frontier_jobs f ON f.id = j.id
    WHERE j.id = ${id}::uuid`;
  return rows.map(asSeen)[0];
}

const asSeen = (job: JobOverview): JobOverview => (job.url === null ? job : { ...job, url: maskUserInfo(job.url) });

/** Where the pages of a job stand with the frontier, beyond their counts. */
export interface JobLeases {
  /** Leased pages whose lease has ended: their renderers are dead or late, and they are queued again within seconds. */
  expired: number;
  /** When the first lease ends; null: nothing is leased. */
  nextExpiryAt: Date | null;
  /** No page of the job is leased before; null: no frontier job. */
  nextLeaseAt: Date | null;
  /** When the frontier decided that nothing is left; null: it has not. */
  settledAt: Date | null;
}

/** Reads the leased pages, which are no more than may be rendered at once. */
export async function readJobLeases(database: Queryable, jobId: string): Promise<JobLeases> {
  const rows = await database.$queryRaw<JobLeases[]>`
    SELECT l.expired, l.next AS "nextExpiryAt", f.next_lease_at AS "nextLeaseAt", f.settled_at AS "settledAt"
    FROM (
      SELECT count(*) FILTER (WHERE lease_until <= now())::int AS expired, min(lease_until) AS next
      FROM frontier_pages WHERE ${isOfJob('frontier_pages', jobId)} AND state = 'leased'
    ) l LEFT JOIN frontier_jobs f ON f.id = ${jobId}::uuid`;
  return rows[0]!;
}
