import { type JobKind, type JobState, maskUserInfo } from '@orbweaver/core';
import { type Database, Prisma, type Queryable } from '../database';
import { isOfJob, stateOfTeam } from '../index-keys';

export interface JobOverview {
  id: string;
  teamId: string;
  team: string | null;
  apiKeyId: string | null;
  kind: JobKind;
  /** `cancelled` as soon as cancellation is requested. */
  state: JobState;
  /** The start URL or the page's, without the team's credentials; null for a batch. */
  url: string | null;
  namedUrls: number;
  completed: number;
  failed: number;
  creditsUsed: number;
  error: string | null;
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date;
  /** Queued and leased pages; null for scrapes and before the job has started. */
  queued: number | null;
  leased: number | null;
  isErased: boolean;
}

export interface JobCursor {
  createdAt: Date;
  id: string;
}

export interface JobFilter {
  teamId?: string;
  kind?: JobKind;
  state?: JobState;
  /** The id of a job, or text in its URL. */
  search?: string;
  after?: JobCursor;
  limit: number;
}

const STORED_STATES: readonly JobState[] = ['scraping', 'completed', 'failed', 'cancelled'];
const BEFORE_ALL: JobCursor = { createdAt: new Date('9999-01-01'), id: '00000000-0000-0000-0000-000000000000' };

const shown = Prisma.sql`
  CASE WHEN j.state = 'scraping' AND j.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE j.state END`;

const columns = Prisma.sql`
  j.id, j.team_id AS "teamId", t.name AS team, j.api_key_id AS "apiKeyId", j.kind, j.spec->>'url' AS url,
  j.named_urls AS "namedUrls", j.completed, j.failed, ${shown} AS state, j.credits_used AS "creditsUsed", j.error,
  j.created_at AS "createdAt", j.completed_at AS "completedAt", j.expires_at AS "expiresAt", f.queued, f.leased,
  j.erased_at IS NOT NULL AS "isErased"`;

function isAskedFor({ teamId }: JobFilter): Prisma.Sql {
  if (teamId === undefined) return Prisma.sql`j.state = of_state.name`;
  return Prisma.sql`${stateOfTeam('j')} = of_state.name || ' ' || ${teamId}::uuid::text`;
}

export async function listJobs(database: Database, filter: JobFilter): Promise<JobOverview[]> {
  const { kind = null, state = null, search = null, after = BEFORE_ALL, limit } = filter;
  // Indexes by state and time, for all teams and each, supply the newest jobs without reading others (except for rare
  // kinds). Rows with large specs are read only for returned jobs.
  const states = STORED_STATES.filter(
    (stored) => state === null || stored === state || (state === 'cancelled' && stored === 'scraping'),
  );
  const rows = await database.$queryRaw<JobOverview[]>`
    WITH newest AS (
      SELECT found.id FROM unnest(${states}::text[]) AS of_state(name) CROSS JOIN LATERAL (
        SELECT j.id, j.created_at FROM jobs j
        WHERE ${isAskedFor(filter)} AND j.created_at <= ${after.createdAt}::timestamptz
          AND (j.created_at < ${after.createdAt}::timestamptz OR j.id > ${after.id}::uuid)
          AND j.kind <> 'schedule' AND (${kind}::text IS NULL OR j.kind = ${kind}::text)
          AND (${state}::text IS NULL OR ${shown} = ${state}::text)
          AND (${search}::text IS NULL OR j.id::text = lower(${search}::text)
               OR strpos(lower(j.spec->>'url'), lower(${search}::text)) > 0)
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

/** Undefined for an unknown or deleted job. */
export async function readJobOverview(database: Queryable, id: string): Promise<JobOverview | undefined> {
  const rows = await database.$queryRaw<JobOverview[]>`
    SELECT ${columns}
    FROM jobs j LEFT JOIN teams t ON t.id = j.team_id LEFT JOIN frontier_jobs f ON f.id = j.id
    WHERE j.id = ${id}::uuid AND j.kind <> 'schedule'`;
  return rows.map(asSeen)[0];
}

const asSeen = (job: JobOverview): JobOverview => (job.url === null ? job : { ...job, url: maskUserInfo(job.url) });

export interface JobLeases {
  /** Expired leases of dead or slow renderers; queued again within seconds. */
  expired: number;
  nextExpiryAt: Date | null;
  nextLeaseAt: Date | null;
  settledAt: Date | null;
}

export async function readJobLeases(database: Queryable, jobId: string): Promise<JobLeases> {
  const rows = await database.$queryRaw<JobLeases[]>`
    SELECT l.expired, l.next AS "nextExpiryAt", f.next_lease_at AS "nextLeaseAt", f.settled_at AS "settledAt"
    FROM (
      SELECT count(*) FILTER (WHERE lease_until <= now())::int AS expired, min(lease_until) AS next
      FROM frontier_pages WHERE ${isOfJob('frontier_pages', jobId)} AND state = 'leased'
    ) l LEFT JOIN frontier_jobs f ON f.id = ${jobId}::uuid`;
  return rows[0]!;
}
