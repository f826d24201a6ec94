import { Prisma } from '../database';
import { openRunOf } from '../index-keys';
import type { OverlapPolicy } from './schedule';

export interface OpenRuns {
  overlap: OverlapPolicy;
  dueRuns: number;
  runningRuns: number;
}

const countOf = (state: 'due' | 'running') => Prisma.sql`
  (SELECT count(*)::int FROM schedule_runs o WHERE ${openRunOf('o')} = s.id AND o.state = ${state}::text)`;

/** For a SELECT from `schedules s`. */
export const runningRuns = countOf('running');
export const openRunColumns = Prisma.sql`${countOf('due')} AS "dueRuns", ${runningRuns} AS "runningRuns"`;

const SKIPPED_RUNNING = 'The run before was still running, and the schedule skips overlapping runs';
const SKIPPED_QUEUED = 'Another run was waiting for the one before';

/** Why a run must not start now or later, or undefined. */
export function findOverlap({ overlap, dueRuns, runningRuns }: OpenRuns): string | undefined {
  if (overlap === 'skip' && dueRuns + runningRuns > 0) return SKIPPED_RUNNING;
  // One waiting run visits everything that a second one would.
  return overlap !== 'skip' && dueRuns > 0 ? SKIPPED_QUEUED : undefined;
}
