import { type DueSchedule, findOverlap, type PlannedRun, type RunPlan } from '@orbweaver/persistence';
import { findPlanFault, latestRun, nextRun } from './cron-times';

/** A run that starts within this time is on time. Restarts and short outages of the database take less. */
const ON_TIME_MS = 5 * 60_000;

const SKIPPED_MISSED = 'The service was unavailable at the planned time, and the schedule skips missed runs';

/**
 * The run of the latest time that has passed. Earlier times that were missed get no run of their own. An unplannable
 * schedule, such as one with a time zone that this process does not know, gets none.
 */
export function planRun(schedule: DueSchedule, now: Date): RunPlan {
  const fault = findPlanFault(schedule, now);
  if (fault !== undefined) {
    return { nextRunAt: null, unplannableReason: `${fault.field} "${schedule[fault.field]}": ${fault.message}` };
  }
  const plannedAt = latestRun(schedule, schedule.nextRunAt, now);
  const run = plannedAt && { plannedAt, ...decide(schedule, plannedAt, now) };
  return { run, nextRunAt: nextRun(schedule, now) };
}

function decide(schedule: DueSchedule, plannedAt: Date, now: Date): Omit<PlannedRun, 'plannedAt'> {
  const isMissed = now.getTime() - plannedAt.getTime() > ON_TIME_MS;
  const trigger = isMissed ? 'missed' : 'cron';
  const error = isMissed && schedule.missedRuns === 'skip' ? SKIPPED_MISSED : findOverlap(schedule);
  return { trigger, state: error === undefined ? 'due' : 'skipped', error: error ?? null };
}
