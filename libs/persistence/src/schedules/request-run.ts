import { findOverlap, type OpenRuns, type OverlapFault, type OverlapPolicy } from '@orbweaver/core';
import type { Database } from '../database';
import { type Actor, noteChange } from '../note-change';
import { openRunColumns } from './open-runs';
import { insertRuns } from './plan-runs';
import type { ScheduleRun } from './schedule';

export type RequestedRun =
  | { kind: 'added'; run: ScheduleRun }
  | { kind: 'rejected'; fault: OverlapFault }
  | { kind: 'unknown-schedule' };

/**
 * Adds a run by request, also of a paused schedule; a gateway starts it within seconds. Locks the schedule, so that
 * concurrent requests and the planner count the run.
 */
export function requestRun(
  database: Database,
  actor: Actor,
  { id, teamId }: { id: string; teamId?: string },
): Promise<RequestedRun> {
  return database.$transaction(async (transaction) => {
    // A separate statement: one that waits for the lock would not see the run of the transaction before.
    await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const [schedule] = await transaction.$queryRaw<
      (OpenRuns & { teamId: string; overlap: OverlapPolicy; plannedAt: Date })[]
    >`
      SELECT s.team_id AS "teamId", s.overlap, clock_timestamp() AS "plannedAt", ${openRunColumns}
      FROM schedules s
      WHERE s.id = ${id}::uuid AND s.deleted_at IS NULL AND s.team_id = coalesce(${teamId ?? null}::uuid, s.team_id)`;
    if (schedule === undefined) return { kind: 'unknown-schedule' };
    const fault = findOverlap(schedule);
    if (fault !== undefined) return { kind: 'rejected', fault };
    const { plannedAt } = schedule;
    const due = { scheduleId: id, plannedAt, trigger: 'manual', state: 'due', error: null } as const;
    const [run] = await insertRuns(transaction, [due]);
    if (run === undefined) return { kind: 'rejected', fault: 'overlaps-due' };
    await noteChange(transaction, actor, { action: 'schedule.run', teamId: schedule.teamId, target: id, changes: {} });
    return { kind: 'added', run };
  });
}
