import type { OpenRuns } from '@orbweaver/core';
import type { Database, Transaction } from '../database';
import { newJobId } from '../partitions/day-partitions';
import { openRunColumns } from './open-runs';
import { listedColumns, type RunState, type RunTrigger, runColumns, type Schedule, type ScheduleRun } from './schedule';

/** A schedule whose time has come, locked, with its unfinished runs. */
export interface DueSchedule extends Schedule, OpenRuns {
  nextRunAt: Date;
  /** Planned time of the latest run of an unplannable schedule. */
  lastPlannedAt: Date | null;
}

export interface PlannedRun {
  plannedAt: Date;
  trigger: RunTrigger;
  state: Extract<RunState, 'due' | 'skipped'>;
  error: string | null;
}

export interface RunPlan {
  /** Absent: the schedule was resumed, and only its next time is set. */
  run?: PlannedRun | undefined;
  /** With `unplannableReason`: the time of the next attempt to plan. */
  nextRunAt: Date;
  unplannableReason?: string | undefined;
}

/**
 * Inserts a run for each schedule that is due at `now`, and moves it to its next time, in one transaction. Schedules
 * that another replica plans are skipped. The unique key of schedule and planned time allows one run per time.
 */
export function planDueRuns(
  database: Database,
  { now, limit }: { now: Date; limit: number },
  plan: (schedule: DueSchedule) => RunPlan,
): Promise<PlannedRun[]> {
  return database.$transaction(async (transaction) => {
    const locked = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM schedules
      WHERE next_run_at <= ${now}::timestamptz AND deleted_at IS NULL
      ORDER BY next_run_at
      LIMIT ${limit}::int
      FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === 0) return [];
    // A separate statement: the snapshot of the first may be older than a run requested before the lock.
    const due = await transaction.$queryRaw<DueSchedule[]>`
      SELECT ${listedColumns}, ${openRunColumns}, CASE WHEN s.unplannable_reason IS NOT NULL THEN (
        SELECT max(planned_at) FROM schedule_runs WHERE schedule_id = s.id) END AS "lastPlannedAt"
      FROM schedules s
      WHERE s.id = ANY(${locked.map(({ id }) => id)}::uuid[])`;
    const plans = due.map((schedule) => ({ scheduleId: schedule.id, ...plan(schedule) }));
    await insertRuns(
      transaction,
      plans.flatMap(({ scheduleId, run }) => (run === undefined ? [] : [{ scheduleId, ...run }])),
    );
    await transaction.$executeRaw`
      UPDATE schedules SET next_run_at = n.next_run_at, unplannable_reason = n.reason
      FROM unnest(${plans.map(({ scheduleId }) => scheduleId)}::uuid[],
                  ${plans.map(({ nextRunAt }) => nextRunAt)}::timestamptz[],
                  ${plans.map(({ unplannableReason }) => unplannableReason ?? null)}::text[]) AS n(id, next_run_at, reason)
      WHERE schedules.id = n.id`;
    return plans.flatMap(({ run }) => run ?? []);
  });
}

export function insertRuns(
  database: Pick<Transaction, '$queryRaw'>,
  runs: readonly (PlannedRun & { scheduleId: string })[],
): Promise<ScheduleRun[]> {
  return database.$queryRaw<ScheduleRun[]>`
    INSERT INTO schedule_runs AS r (id, schedule_id, planned_at, trigger, state, error, ended_at)
    SELECT n.*, CASE WHEN n.state = 'skipped' THEN now() END
    FROM unnest(
      ${runs.map(() => newJobId())}::uuid[], ${runs.map((run) => run.scheduleId)}::uuid[],
      ${runs.map((run) => run.plannedAt)}::timestamptz[], ${runs.map((run) => run.trigger)}::text[],
      ${runs.map((run) => run.state)}::text[], ${runs.map((run) => run.error)}::text[])
      AS n(id, schedule_id, planned_at, trigger, state, error)
    ON CONFLICT (schedule_id, planned_at) DO NOTHING
    RETURNING ${runColumns}`;
}

/** Schedules that no gateway could plan in its last attempt. */
export async function countUnplannableSchedules(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM schedules WHERE unplannable_reason IS NOT NULL AND deleted_at IS NULL`;
  return row!.count;
}
