import { Prisma, type Transaction } from '../database';
import { isOpenScrapeOf, slotsReservedForJobs } from '../limits/open-scrapes';

export interface LeaseTurn {
  jobId: string;
  teamId: string;
  queued: number;
  leased: number;
  maxConcurrency: number | null;
  /** Remaining pages of the team's limit after its scrapes; null: unlimited. */
  teamRoom: number | null;
  delayMs: number | null;
  originUrl: string | null;
  allLeased: number;
}

/** Key of an advisory lock, unique in this database. */
const LEASING_LOCK = 7_350_911;

/**
 * Makes this the only leasing transaction, so that limits over jobs are exact. False if another frontier is leasing.
 */
export async function tryLeasingLock(transaction: Transaction): Promise<boolean> {
  const rows = await transaction.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${LEASING_LOCK}::bigint) AS locked`;
  return rows[0]?.locked ?? false;
}

/**
 * Prevents limited teams from starting scrapes until the transaction ends, so that readLeaseTurns counts correctly.
 * Call it first.
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
 * Jobs that may lease now, at most `limit` after `skip`, in fair order: one job of each team before any second, longest
 * waiting first.
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
      -- Slots without an open scrape, running or waiting. At least the slots reserved for jobs that no running scrape uses.
      SELECT teams.id, greatest(
               teams.max_concurrency - count(jobs.id),
               least(${slotsReservedForJobs(Prisma.sql`teams.max_concurrency`)}, teams.max_concurrency - count(jobs.started_at))
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
