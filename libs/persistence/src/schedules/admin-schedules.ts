import { type Database, Prisma } from '../database';
import { type Actor, noteChange } from '../note-change';
import type { RunState, ScheduleKind } from './schedule';

export interface ScheduleOverview {
  id: string;
  team: string;
  name: string;
  kind: ScheduleKind;
  cron: string;
  timezone: string;
  paused: boolean;
  /** Null while paused or unplannable. */
  nextRunAt: Date | null;
  unplannableReason: string | null;
  lastState: RunState | null;
  lastError: string | null;
}

/** Schedules of a team or all teams, newest first. */
export function listScheduleOverviews(
  database: Database,
  { teamId, limit }: { teamId?: string | undefined; limit: number },
): Promise<ScheduleOverview[]> {
  const ofTeam = teamId === undefined ? Prisma.empty : Prisma.sql`AND s.team_id = ${teamId}::uuid`;
  return database.$queryRaw<ScheduleOverview[]>`
    SELECT s.id, t.name AS team, s.name, s.kind, s.cron, s.timezone, s.paused,
           CASE WHEN s.unplannable_reason IS NULL THEN s.next_run_at END AS "nextRunAt",
           s.unplannable_reason AS "unplannableReason", r.state AS "lastState", r.error AS "lastError"
    FROM schedules s JOIN teams t ON t.id = s.team_id
    LEFT JOIN LATERAL (
      SELECT state, error FROM schedule_runs WHERE schedule_id = s.id ORDER BY planned_at DESC LIMIT 1
    ) r ON true
    WHERE s.deleted_at IS NULL ${ofTeam}
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
      SELECT team_id AS "teamId", paused FROM schedules
      WHERE id = ${id}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`;
    if (schedule === undefined) return undefined;
    if (schedule.paused === paused) return false;
    await transaction.$executeRaw`
      UPDATE schedules SET
        paused = ${paused}::bool, updated_at = now(), unplannable_reason = NULL, next_run_at = CASE WHEN NOT ${paused}::bool THEN now() END
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
