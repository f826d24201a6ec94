import { type TeamHosts, type TeamLimits, teamHostsOf } from '@orbweaver/core';
import type { Database, Transaction } from '../database';
import { teamLimitsOf } from '../limits/team-limit-columns';
import { type OverlapPolicy, runColumns, type ScheduleKind, type ScheduleRun } from './schedule';

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

/**
 * Claims due runs, and running maps of a dead gateway. With the policy `queue`, a run waits for the end of the one before
 * it. Claims expire, so that a dead gateway causes only a delay. Uses Postgres's clock.
 */
export async function claimDueRuns(
  database: Database,
  { forMs, limit }: { forMs: number; limit: number },
): Promise<ClaimedRun[]> {
  const rows = await database.$queryRaw<(ClaimedRun & { allowedHosts: string[]; closedHosts: string[] })[]>`
    WITH free AS (
      SELECT r.id FROM schedule_runs r JOIN schedules s ON s.id = r.schedule_id
      WHERE r.ended_at IS NULL AND (r.claimed_until IS NULL OR r.claimed_until <= now())
        AND (r.state = 'due' OR (r.state = 'running' AND s.kind = 'map' AND r.collected_at IS NULL))
        AND (s.overlap <> 'queue' OR r.state = 'running' OR NOT EXISTS (
          SELECT FROM schedule_runs o
          WHERE o.state = 'running' AND o.ended_at IS NULL AND o.schedule_id = r.schedule_id))
      ORDER BY r.planned_at
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

/** For the transaction that inserts the job. False if the run was started, skipped or deleted before. */
export async function startRun(transaction: Transaction, run: { id: string; jobId: string }): Promise<boolean> {
  const started = await transaction.$executeRaw`
    UPDATE schedule_runs SET state = 'running', job_id = ${run.jobId}::uuid, started_at = now(), claimed_until = NULL
    WHERE id = ${run.id}::uuid AND state = 'due'`;
  return started === 1;
}

/** Keeps the claim for the time of the map. False if the run has ended or was deleted. */
export async function startMapRun(database: Database, run: { id: string; forMs: number }): Promise<boolean> {
  const started = await database.$executeRaw`
    UPDATE schedule_runs SET
      state = 'running', started_at = coalesce(started_at, now()),
      claimed_until = now() + ${run.forMs}::int * interval '1 millisecond'
    WHERE id = ${run.id}::uuid AND state IN ('due', 'running') AND collected_at IS NULL`;
  return started === 1;
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

/** Jobs of unfinished runs of the schedule, except `runId`. */
export async function readRunningJobs(
  database: Database,
  { scheduleId, runId }: { scheduleId: string; runId: string },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ jobId: string }[]>`
    SELECT job_id AS "jobId" FROM schedule_runs
    WHERE state = 'running' AND ended_at IS NULL AND schedule_id = ${scheduleId}::uuid
      AND id <> ${runId}::uuid AND job_id IS NOT NULL`;
  return rows.map(({ jobId }) => jobId);
}
