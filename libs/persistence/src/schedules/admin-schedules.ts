import { type Database, Prisma } from '../database';
import { type Actor, noteChange } from '../note-change';
import { insertRuns } from './plan-runs';
import type { RunState, ScheduleKind, ScheduleRun } from './schedule';

export interface ScheduleOverview {
  id: string;
  team: string;
  name: string;
  kind: ScheduleKind;
  cron: string;
  timezone: string;
  paused: boolean;
  nextRunAt: Date | null;
  lastState: RunState | null;
  lastError: string | null;
}

/** Schedules of a team or all teams, newest first. */
export function listScheduleOverviews(
  database: Database,
  { teamId, limit }: { teamId?: string | undefined; limit: number },
): Promise<ScheduleOverview[]> {
  const ofTeam = teamId === undefined ? Prisma.empty : Prisma.sql`WHERE s.team_id = ${teamId}::uuid`;
  return database.$queryRaw<ScheduleOverview[]>`
    SELECT s.id, t.name AS team, s.name, s.kind, s.cron, s.timezone, s.paused, s.next_run_at AS "nextRunAt",
           r.state AS "lastState", r.error AS "lastError"
    FROM schedules s JOIN teams t ON t.id = s.team_id
    LEFT JOIN LATERAL (
      SELECT state, error FROM schedule_runs WHERE schedule_id = s.id ORDER BY planned_at DESC LIMIT 1
    ) r ON true
    ${ofTeam}
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT ${limit}::int`;
}

/**
 * Pauses or resumes a schedule. A gateway finds the next time of a resumed one, without a run for the pause. False if
 * nothing changed, undefined for an unknown schedule.
 */
export function setSchedulePaused(
  database: Database,
  actor: Actor,
  { id, paused }: { id: string; paused: boolean },
): Promise<boolean | undefined> {
  return database.$transaction(async (transaction) => {
    const [schedule] = await transaction.$queryRaw<{ teamId: string; paused: boolean }[]>`
      SELECT team_id AS "teamId", paused FROM schedules WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    if (schedule === undefined) return undefined;
    if (schedule.paused === paused) return false;
    await transaction.$executeRaw`
      UPDATE schedules SET
        paused = ${paused}::bool, updated_at = now(), next_run_at = CASE WHEN NOT ${paused}::bool THEN now() END
      WHERE id = ${id}::uuid`;
    await noteChange(transaction, actor, {
      action: paused ? 'schedule.pause' : 'schedule.resume',
      teamId: schedule.teamId,
      target: id,
      changes: { paused: { before: !paused, after: paused } },
    });
    return true;
  });
}

/** Adds a run that a gateway starts within seconds. Null if one is open, undefined for an unknown schedule. */
export function requestRun(database: Database, actor: Actor, id: string): Promise<ScheduleRun | null | undefined> {
  return database.$transaction(async (transaction) => {
    // A statement of its own: one that waits for the lock would not see the run of the transaction before.
    await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const [schedule] = await transaction.$queryRaw<{ teamId: string; now: Date; isOpen: boolean }[]>`
      SELECT s.team_id AS "teamId", now() AS now, EXISTS (
               SELECT FROM schedule_runs r WHERE r.ended_at IS NULL AND r.state IN ('due', 'running') AND r.schedule_id = s.id) AS "isOpen"
      FROM schedules s WHERE s.id = ${id}::uuid`;
    if (schedule === undefined) return undefined;
    if (schedule.isOpen) return null;
    const run = { scheduleId: id, plannedAt: schedule.now, trigger: 'manual', state: 'due', error: null } as const;
    const [added] = await insertRuns(transaction, [run]);
    await noteChange(transaction, actor, { action: 'schedule.run', teamId: schedule.teamId, target: id, changes: {} });
    return added ?? null;
  });
}
