import { Prisma } from '../database';
import { openRunOf } from '../index-keys';

const ofOpenRuns = (value: 'count(*)::int' | 'max(o.planned_at)', state: 'due' | 'running') => Prisma.sql`
  (SELECT ${Prisma.raw(value)} FROM schedule_runs o WHERE ${openRunOf('o')} = s.id AND o.state = ${state}::text)`;

/** For a SELECT from `schedules s`. */
export const runningRuns = ofOpenRuns('count(*)::int', 'running');
export const openRunColumns = Prisma.sql`
  ${ofOpenRuns('count(*)::int', 'due')} AS "dueRuns", ${runningRuns} AS "runningRuns",
  ${ofOpenRuns('max(o.planned_at)', 'running')} AS "latestRunningAt"`;
