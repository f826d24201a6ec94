import { type OverlapPolicy, type TeamHosts, type TeamLimits, teamHostsOf } from '@orbweaver/core';
import { type Database, Prisma, type Transaction } from '../database';
import { openRunOf, waitingRunOf } from '../index-keys';
import { teamLimitsOf } from '../limits/team-limit-columns';
import { runningRuns } from './open-runs';
import { runColumns, type ScheduleKind, type ScheduleRun } from './schedule';

/** A due run with all that its start needs. */
export interface ClaimedRun extends ScheduleRun, TeamLimits {
  teamId: string;
  apiKeyId: string;
  kind: ScheduleKind;
  request: unknown;
  overlap: OverlapPolicy;
  isDisabled: boolean;
  /** Hosts whose pages the team may visit; undefined: all. */
  hosts?: TeamHosts | undefined;
}

/** Runs that a gateway may claim now, by kind of work: a map lasts for minutes, the start of a job does not. */
export interface RunClaim {
  work: 'jobs' | 'maps';
  forMs: number;
  limit: number;
  /** Maximum runs of a team, with those in `busy`. */
  perTeam: number;
  /** Runs that this gateway is starting, by team. */
  busy: ReadonlyMap<string, number>;
}

const CONSIDERED_RUNS = 1_000;

/** For `schedule_runs r` and `schedules s`: a running map that a later run has cancelled, or will cancel when it starts. */
const isSuperseded = Prisma.sql`
  (s.overlap = 'cancel-running' AND r.state = 'running' AND EXISTS (
    SELECT FROM schedule_runs later WHERE ${openRunOf('later')} = s.id AND later.planned_at > r.planned_at))`;

/**
 * Claims due runs, and running maps of a dead gateway, in turn by team. With the policy `queue`, a run waits for the end of
 * the one before it. Claims expire, so that a dead gateway causes only a delay. Uses Postgres's clock.
 */
export async function claimDueRuns(
  database: Database,
  { work, forMs, limit, perTeam, busy }: RunClaim,
): Promise<ClaimedRun[]> {
  const isMap = work === 'maps';
  const full = Array.from(busy).flatMap(([teamId, count]) => (count >= perTeam ? [teamId] : []));
  const rows = await database.$queryRaw<(ClaimedRun & { allowedHosts: string[]; closedHosts: string[] })[]>`
    WITH waiting AS (
      SELECT r.id, r.planned_at, s.team_id
      FROM schedule_runs r
      CROSS JOIN LATERAL (SELECT id, team_id, kind, overlap FROM schedules WHERE id = r.schedule_id LIMIT 1) s
      WHERE ${waitingRunOf('r')} = ANY(${isMap ? ['due', 'running'] : ['due']}::text[])
        AND (s.kind = 'map') = ${isMap}::bool
        AND (r.claimed_until IS NULL OR r.claimed_until <= now())
        AND s.team_id <> ALL(${full}::uuid[])
        AND (s.overlap <> 'queue' OR r.state = 'running' OR ${runningRuns} = 0)
        AND NOT ${isSuperseded}
      ORDER BY r.planned_at
      LIMIT ${CONSIDERED_RUNS}::int
    ), turns AS (
      SELECT w.id, w.planned_at,
             coalesce(b.count, 0) + row_number() OVER (PARTITION BY w.team_id ORDER BY w.planned_at, w.id) AS turn
      FROM waiting w
      LEFT JOIN unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]) AS b(team_id, count) USING (team_id)
    ), free AS (
      SELECT r.id FROM turns t JOIN schedule_runs r ON r.id = t.id
      WHERE t.turn <= ${perTeam}::int AND ${waitingRunOf('r')} IS NOT NULL
        AND (r.claimed_until IS NULL OR r.claimed_until <= now())
      ORDER BY t.turn, t.planned_at
      LIMIT ${limit}::int
      FOR NO KEY UPDATE OF r SKIP LOCKED
    )
    UPDATE schedule_runs r SET claimed_until = now() + ${forMs}::int * interval '1 millisecond'
    FROM free, schedules s, teams t
    WHERE r.id = free.id AND s.id = r.schedule_id AND t.id = s.team_id
    RETURNING ${runColumns}, s.team_id AS "teamId", s.api_key_id AS "apiKeyId", s.kind, s.request, s.overlap,
              ${teamLimitsOf('t')}, t.disabled_at IS NOT NULL AS "isDisabled",
              t.allowed_hosts AS "allowedHosts", t.closed_hosts AS "closedHosts"`;
  return rows.map(({ allowedHosts, closedHosts, ...run }) => ({
    ...run,
    hosts: teamHostsOf(allowedHosts, closedHosts),
  }));
}

/**
 * For the transaction that inserts the job. With the policy `cancel-running`, cancels the jobs of earlier runs. False if
 * the run was started, skipped or deleted before.
 */
export async function startRun(transaction: Transaction, run: { id: string; jobId: string }): Promise<boolean> {
  const overlap = await lockSchedule(transaction, run.id);
  if (overlap === undefined) return false;
  const started = await transaction.$executeRaw`
    UPDATE schedule_runs SET state = 'running', job_id = ${run.jobId}::uuid, started_at = now(), claimed_until = NULL
    WHERE id = ${run.id}::uuid AND state = 'due'`;
  if (started === 0) return false;
  // The frontier's sweep finds the jobs.
  if (overlap === 'cancel-running')
    await transaction.$executeRaw`
      UPDATE jobs SET cancel_requested_at = now() FROM (${earlierRuns(run.id)}) earlier
      WHERE jobs.id = earlier.job_id AND jobs.state = 'scraping' AND jobs.cancel_requested_at IS NULL`;
  return true;
}

/**
 * Like `startRun`, for a map. Keeps the claim for the time of the map. With the policy `cancel-running`, ends earlier maps
 * with the error `cancelReason`; a map whose URLs wait for their comparison is complete.
 */
export function startMapRun(
  database: Database,
  run: { id: string; forMs: number; cancelReason: string },
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const overlap = await lockSchedule(transaction, run.id);
    if (overlap === undefined) return false;
    const started = await transaction.$executeRaw`
      UPDATE schedule_runs r SET
        state = 'running', started_at = coalesce(r.started_at, now()),
        claimed_until = now() + ${run.forMs}::int * interval '1 millisecond'
      FROM schedules s
      WHERE r.id = ${run.id}::uuid AND s.id = r.schedule_id AND r.state IN ('due', 'running') AND r.collected_at IS NULL
        AND NOT ${isSuperseded}`;
    if (started === 0) return false;
    if (overlap === 'cancel-running')
      await transaction.$executeRaw`
        UPDATE schedule_runs m SET
          state = 'cancelled', error = ${run.cancelReason}::text, ended_at = now(), claimed_until = NULL
        FROM (${earlierRuns(run.id)}) earlier
        WHERE m.id = earlier.id AND m.state = 'running' AND m.job_id IS NULL AND m.collected_at IS NULL`;
    return true;
  });
}

/**
 * Locks the schedule of a run until the transaction ends, so that its runs start one at a time and it is not deleted.
 * Undefined for a deleted schedule.
 */
async function lockSchedule(transaction: Transaction, runId: string): Promise<OverlapPolicy | undefined> {
  const [schedule] = await transaction.$queryRaw<{ overlap: OverlapPolicy }[]>`
    SELECT overlap FROM schedules
    WHERE id = (SELECT schedule_id FROM schedule_runs WHERE id = ${runId}::uuid) AND deleted_at IS NULL
    FOR NO KEY UPDATE`;
  return schedule?.overlap;
}

/** Running runs of the same schedule that were planned before a run. */
const earlierRuns = (runId: string) => Prisma.sql`
  SELECT o.id, o.job_id FROM schedule_runs r
  JOIN schedule_runs o ON ${openRunOf('o')} = r.schedule_id AND o.planned_at < r.planned_at
  WHERE r.id = ${runId}::uuid AND o.state = 'running'`;

/** Returns the ids of ended map runs. The next run cancelled them, or their schedule was deleted. */
export async function findEndedMaps(database: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT own.id FROM unnest(${[...ids]}::uuid[]) AS own(id)
    LEFT JOIN LATERAL (SELECT state FROM schedule_runs WHERE id = own.id LIMIT 1) r ON true
    WHERE r.state IS DISTINCT FROM 'running'`;
  return rows.map(({ id }) => id);
}

export interface MappedUrl {
  /** Hex. */
  key: string;
  url: string;
}

const STEP_URLS = 5_000;

/** Stores the URLs of a map, for the comparison by results. */
export function collectMapRun(
  database: Database,
  { id, isPartial, urls }: { id: string; isPartial: boolean; urls: readonly MappedUrl[] },
): Promise<void> {
  return database.$transaction(async (transaction) => {
    const held = await transaction.$queryRaw<unknown[]>`
      SELECT id FROM schedule_runs
      WHERE id = ${id}::uuid AND state = 'running' AND collected_at IS NULL FOR NO KEY UPDATE`;
    if (held.length === 0) return;
    for (let from = 0; from < urls.length; from += STEP_URLS) {
      const step = urls.slice(from, from + STEP_URLS);
      await transaction.$executeRaw`
        INSERT INTO schedule_run_pages (run_id, state, page_key, url, depth, fingerprint)
        SELECT ${id}::uuid, 'found', decode(n.key, 'hex'), n.url, 0, ''::bytea
        FROM unnest(${step.map(({ key }) => key)}::text[], ${step.map(({ url }) => url)}::text[]) AS n(key, url)
        ON CONFLICT DO NOTHING`;
    }
    await transaction.$executeRaw`
      UPDATE schedule_runs SET collected_at = now(), claimed_until = NULL, is_partial = ${isPartial}::bool
      WHERE id = ${id}::uuid`;
  });
}

/** Ends a run whose start was rejected. */
export async function failRun(database: Database, { id, error }: { id: string; error: string }): Promise<void> {
  await database.$executeRaw`
    UPDATE schedule_runs SET state = 'failed', error = ${error}::text, ended_at = now(), claimed_until = NULL
    WHERE id = ${id}::uuid AND state IN ('due', 'running') AND job_id IS NULL`;
}

/** Returns a run that cannot start yet. A gateway claims it again after `afterMs`. */
export async function releaseRun(database: Database, { id, afterMs }: { id: string; afterMs: number }): Promise<void> {
  await database.$executeRaw`
    UPDATE schedule_runs SET claimed_until = now() + ${Math.ceil(afterMs)}::int * interval '1 millisecond'
    WHERE id = ${id}::uuid AND (state = 'due' OR (state = 'running' AND job_id IS NULL AND collected_at IS NULL))`;
}
