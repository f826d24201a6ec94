import type { Database } from '../database';
import { type Actor, noteChange } from '../note-change';
import { findOverlap, type OpenRuns, openRunColumns } from './overlap';
import { insertRuns } from './plan-runs';
import type { ScheduleRun } from './schedule';

/**
 * Adds a run by request, also of a paused schedule; a gateway starts it within seconds. Locks the schedule, so that
 * concurrent requests and the planner count the run. Null if an open run and the overlap policy allow no other, undefined
 * for an unknown schedule.
 */
export function requestRun(
  database: Database,
  actor: Actor,
  { id, teamId }: { id: string; teamId?: string },
): Promise<ScheduleRun | null | undefined> {
  return database.$transaction(async (transaction) => {
    // A statement of its own: one that waits for the lock would not see the run of the transaction before.
    await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const [schedule] = await transaction.$queryRaw<(OpenRuns & { teamId: string; now: Date })[]>`
      SELECT s.team_id AS "teamId", s.overlap, clock_timestamp() AS now, ${openRunColumns}
      FROM schedules s
      WHERE s.id = ${id}::uuid AND s.deleted_at IS NULL AND s.team_id = coalesce(${teamId ?? null}::uuid, s.team_id)`;
    if (schedule === undefined) return undefined;
    if (findOverlap(schedule) !== undefined) return null;
    const run = { scheduleId: id, plannedAt: schedule.now, trigger: 'manual', state: 'due', error: null } as const;
    const [added] = await insertRuns(transaction, [run]);
    if (added === undefined) return null;
    await noteChange(transaction, actor, { action: 'schedule.run', teamId: schedule.teamId, target: id, changes: {} });
    return added;
  });
}
