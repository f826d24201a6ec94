import { type Database, Prisma, type Transaction } from '../database';
import { newJobId } from '../partitions/day-partitions';
import { listedColumns, type RunState, type RunTrigger, runColumns, type Schedule, type ScheduleRun } from './schedule';

/** A schedule whose time has come, locked, with its unfinished runs. */
export interface DueSchedule extends Schedule {
  nextRunAt: Date;
  dueRuns: number;
  runningRuns: number;
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
  nextRunAt: Date | null;
}

const openRuns = (state: 'due' | 'running') => Prisma.sql`
  (SELECT count(*)::int FROM schedule_runs r
   WHERE r.state = ${state}::text AND r.ended_at IS NULL AND r.schedule_id = s.id)`;

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
    const due = await transaction.$queryRaw<DueSchedule[]>`
      SELECT ${listedColumns}, ${openRuns('due')} AS "dueRuns", ${openRuns('running')} AS "runningRuns"
      FROM schedules s
      WHERE s.next_run_at <= ${now}::timestamptz
      ORDER BY s.next_run_at
      LIMIT ${limit}::int
      FOR NO KEY UPDATE SKIP LOCKED`;
    if (due.length === 0) return [];
    const plans = due.map((schedule) => ({ scheduleId: schedule.id, ...plan(schedule) }));
    await insertRuns(
      transaction,
      plans.flatMap(({ scheduleId, run }) => (run === undefined ? [] : [{ scheduleId, ...run }])),
    );
    await transaction.$executeRaw`
      UPDATE schedules SET next_run_at = n.next_run_at
      FROM unnest(${plans.map(({ scheduleId }) => scheduleId)}::uuid[],
                  ${plans.map(({ nextRunAt }) => nextRunAt)}::timestamptz[]) AS n(id, next_run_at)
      WHERE schedules.id = n.id`;
    return plans.flatMap(({ run }) => run ?? []);
  });
}

/**
 * Adds a run by request, also of a paused schedule. Locks the schedule, so that concurrent requests and the planner count
 * the run. Undefined if the schedule is deleted, a run with this time exists, or `mayStart` returns false.
 */
export function addManualRun(
  database: Database,
  { scheduleId, plannedAt }: { scheduleId: string; plannedAt: Date },
  mayStart: (open: Pick<DueSchedule, 'overlap' | 'dueRuns' | 'runningRuns'>) => boolean,
): Promise<ScheduleRun | undefined> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM schedules WHERE id = ${scheduleId}::uuid FOR NO KEY UPDATE`;
    const [open] = await transaction.$queryRaw<Pick<DueSchedule, 'overlap' | 'dueRuns' | 'runningRuns'>[]>`
      SELECT s.overlap, ${openRuns('due')} AS "dueRuns", ${openRuns('running')} AS "runningRuns"
      FROM schedules s WHERE s.id = ${scheduleId}::uuid`;
    if (open === undefined || !mayStart(open)) return undefined;
    const run = { scheduleId, plannedAt, trigger: 'manual', state: 'due', error: null } as const;
    return (await insertRuns(transaction, [run]))[0];
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
