import type { DueSchedule, PlannedRun, RunPlan } from '@orbweaver/persistence';
import { latestRun, nextRun } from './cron-times';

/** A run that starts within this time is on time. Restarts and short outages of the database take less. */
const ON_TIME_MS = 5 * 60_000;

const SKIPPED_MISSED = 'The service was unavailable at the planned time, and the schedule skips missed runs';
const SKIPPED_RUNNING = 'The run before was still running, and the schedule skips overlapping runs';
const SKIPPED_QUEUED = 'Another run was waiting for the one before';

/** The run of the latest time that has passed. Earlier times that were missed get no run of their own. */
export function planRun(schedule: DueSchedule, now: Date): RunPlan {
  const plannedAt = latestRun(schedule, schedule.nextRunAt, now);
  const run = plannedAt && { plannedAt, ...decide(schedule, plannedAt, now) };
  return { run, nextRunAt: nextRun(schedule, now) };
}

function decide(schedule: DueSchedule, plannedAt: Date, now: Date): Omit<PlannedRun, 'plannedAt'> {
  const isMissed = now.getTime() - plannedAt.getTime() > ON_TIME_MS;
  const trigger = isMissed ? 'missed' : 'cron';
  const error = isMissed && schedule.missedRuns === 'skip' ? SKIPPED_MISSED : overlapOf(schedule);
  return { trigger, state: error === undefined ? 'due' : 'skipped', error: error ?? null };
}

/** Why a run must not start now or later, or undefined. */
export function overlapOf({
  overlap,
  dueRuns,
  runningRuns,
}: Pick<DueSchedule, 'overlap' | 'dueRuns' | 'runningRuns'>): string | undefined {
  if (overlap === 'skip' && dueRuns + runningRuns > 0) return SKIPPED_RUNNING;
  // One waiting run visits everything that a second one would.
  return overlap !== 'skip' && dueRuns > 0 ? SKIPPED_QUEUED : undefined;
}
