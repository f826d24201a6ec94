import { decideRun, type RunDecision } from '@orbweaver/core';
import type { DueSchedule, PlannedRun, RunPlan } from '@orbweaver/persistence';
import { findPlanFault, latestRun, nextRun } from './cron-times';

/** A run that starts within this time is on time. Restarts and short outages of the database take less. */
const ON_TIME_MS = 5 * 60_000;
/** Time until the next attempt to plan a schedule. Another gateway may have newer time zone data. */
const RETRY_MS = 60 * 60_000;

const SKIPPED: Record<Exclude<RunDecision, 'due'>, string> = {
  missed: 'The service was unavailable at the planned time, and the schedule skips missed runs',
  'overlaps-running': 'The run before was still running, and the schedule skips overlapping runs',
  'overlaps-due': 'Another run was waiting for the one before',
  'later-running': 'A later run was already running, and the schedule runs one at a time',
};

/**
 * The run of the latest time that has passed. Earlier times that were missed get no run of their own. An unplannable
 * schedule, for example with an unsupported time zone, gets none.
 */
export function planRun(schedule: DueSchedule, now: Date): RunPlan {
  const fault = findPlanFault(schedule, now);
  const nextRunAt = fault === undefined ? nextRun(schedule, now) : null;
  if (fault !== undefined || nextRunAt === null) {
    return planLater(now, fault && `${fault.field} "${schedule[fault.field]}": ${fault.message}`);
  }
  const plannedAt = latestRun(schedule, firstUnplanned(schedule), now);
  return { run: plannedAt && { plannedAt, ...decide(schedule, plannedAt, now) }, nextRunAt };
}

/** The plan of a schedule that cannot be planned now. */
export const planLater = (
  now: Date,
  unplannableReason = 'Internal error. The log of the service has the reason',
): RunPlan => ({ nextRunAt: new Date(now.getTime() + RETRY_MS), unplannableReason });

/** For an unplannable schedule, `nextRunAt` is an attempt, so its times since the last run or change are unplanned. */
function firstUnplanned({ unplannableReason, nextRunAt, updatedAt, lastPlannedAt }: DueSchedule): Date {
  if (unplannableReason === null) return nextRunAt;
  return new Date(Math.max(updatedAt.getTime(), lastPlannedAt === null ? 0 : lastPlannedAt.getTime() + 1));
}

function decide(schedule: DueSchedule, plannedAt: Date, now: Date): Omit<PlannedRun, 'plannedAt'> {
  const isMissed = now.getTime() - plannedAt.getTime() > ON_TIME_MS;
  const trigger = isMissed ? 'missed' : 'cron';
  const decision = decideRun({ ...schedule, plannedAt, isMissed });
  return decision === 'due'
    ? { trigger, state: 'due', error: null }
    : { trigger, state: 'skipped', error: SKIPPED[decision] };
}
