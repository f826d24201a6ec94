import { Prisma, type Transaction } from '../database';
import { isOpenScrapeOf, placesKeptForJobs } from '../limits/open-scrapes';

/** A job that may have pages leased now, and how many. */
export interface LeaseTurn {
  jobId: string;
  teamId: string;
  queued: number;
  leased: number;
  /** Pages of the job that may be leased at once; null: no limit of its own. */
  maxConcurrency: number | null;
  /** Pages that the team's maxConcurrency leaves beside its scrapes; null: no limit of its own. */
  teamRoom: number | null;
  /** Between two pages of the job; null: none. */
  delayMs: number | null;
  originUrl: string | null;
  /** Pages leased now, over all jobs. */
  allLeased: number;
}

/** Any number that no other advisory lock uses. */
const LEASING_LOCK = 7_350_911;

/**
 * Makes this the only transaction that leases, until it ends. Answers false when another frontier is leasing. Limits
 * over jobs (team, host, all) are exact because only one transaction counts at a time.
 */
export async function tryLeasingLock(transaction: Transaction): Promise<boolean> {
  const rows = await transaction.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${LEASING_LOCK}::bigint) AS locked`;
  return rows[0]?.locked ?? false;
}

/**
 * Keeps teams with a limit from starting scrapes until the transaction ends, so that the counts of readLeaseTurns stay
 * true. Call it first.
 */
export async function lockLimitedTeams(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`
    SELECT 1 FROM teams
    WHERE max_concurrency IS NOT NULL
      AND id IN (SELECT team_id FROM frontier_jobs WHERE state = 'running' AND queued > 0)
    ORDER BY id
    FOR NO KEY UPDATE`;
}

/**
 * Jobs that may lease pages now, at most `limit` after the first `skip`, in fair order: the least recently leased job
 * of every team comes before any team's second job, and the team that waited longest comes first.
 */
export function readLeaseTurns(
  transaction: Transaction,
  options: { now: Date; limit: number; skip: number },
): Promise<LeaseTurn[]> {
  return transaction.$queryRaw<LeaseTurn[]>`
    WITH running AS (
      SELECT j.*, sum(j.leased) OVER (PARTITION BY j.team_id)::int AS team_leased,
             max(j.last_leased_at) OVER (PARTITION BY j.team_id) AS team_last_leased_at,
             sum(j.leased) OVER ()::int AS all_leased
      FROM frontier_jobs j
      WHERE j.state = 'running'
    ), turn AS (
      SELECT *, row_number() OVER (PARTITION BY team_id ORDER BY last_leased_at, id) AS place
      FROM running
      WHERE queued > 0 AND cancelled_at IS NULL AND next_lease_at <= ${options.now.toISOString()}::timestamptz
        AND (max_concurrency IS NULL OR leased < max_concurrency)
    ), limited AS (
      -- What scrapes leave, those that wait included; of what is kept for jobs, as much as no scrape has taken before.
      SELECT teams.id, greatest(
               teams.max_concurrency - count(jobs.id),
               least(${placesKeptForJobs(Prisma.sql`teams.max_concurrency`)}, teams.max_concurrency - count(jobs.started_at))
             )::int AS places
      FROM teams LEFT JOIN jobs ON ${isOpenScrapeOf(Prisma.sql`teams.id`)}
      WHERE teams.max_concurrency IS NOT NULL AND teams.id IN (SELECT team_id FROM turn)
      GROUP BY teams.id
    )
    SELECT turn.id AS "jobId", turn.team_id AS "teamId", turn.queued, turn.leased, turn.max_concurrency AS "maxConcurrency",
           limited.places - turn.team_leased AS "teamRoom", turn.delay_ms AS "delayMs",
           turn.origin_url AS "originUrl", turn.all_leased AS "allLeased"
    FROM turn LEFT JOIN limited ON limited.id = turn.team_id
    WHERE limited.places IS NULL OR turn.team_leased < limited.places
    ORDER BY turn.place, turn.team_last_leased_at, turn.id
    LIMIT ${options.limit}::int OFFSET ${options.skip}::int`;
}
