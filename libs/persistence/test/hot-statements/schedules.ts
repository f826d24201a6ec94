import { randomUUID } from 'node:crypto';
import * as p from '../../src/index';
import { startRun } from '../../src/schedules/start-runs';
import { DUE_RUN, RUNNING_SCHEDULE } from '../fill-large-database';
import { asDatabase, type HotStatement, now, soon, teamId } from './hot-statement';

const actor = { apiKeyId: null, name: 'plans', requestId: null };
const schedule = { teamId, id: RUNNING_SCHEDULE };

export const scheduleStatements: HotStatement[] = [
  {
    name: 'planDueRuns',
    rows: 1,
    finds: true,
    run: (transaction) =>
      p.planDueRuns(asDatabase(transaction), { now, limit: 10 }, ({ nextRunAt }) => ({
        run: { plannedAt: nextRunAt, trigger: 'cron', state: 'due', error: null },
        nextRunAt: soon,
      })),
  },
  {
    name: 'claimDueRuns',
    rows: 1,
    finds: true,
    run: (_, database) =>
      p.claimDueRuns(database, {
        work: 'jobs',
        forMs: 1_000,
        limit: 20,
        perTeam: 5,
        busy: new Map([[randomUUID(), 1]]),
      }),
  },
  {
    name: 'startRun',
    rows: 2,
    run: (transaction) => startRun(transaction, { id: DUE_RUN, jobId: randomUUID() }),
  },
  {
    name: 'startMapRun',
    rows: 2,
    run: (transaction) => p.startMapRun(asDatabase(transaction), { id: DUE_RUN, forMs: 1_000, cancelReason: 'test' }),
  },
  { name: 'findEndedMaps', rows: 2, finds: true, run: (_, database) => p.findEndedMaps(database, [randomUUID()]) },
  {
    name: 'requestRun',
    rows: 1,
    run: (transaction) => p.requestRun(asDatabase(transaction), actor, schedule),
  },
  {
    name: 'deleteSchedule',
    rows: 2,
    run: (transaction) => p.deleteSchedule(asDatabase(transaction), actor, schedule),
  },
  { name: 'removeDeletedRows', rows: 1, run: (transaction) => p.removeDeletedRows(asDatabase(transaction)) },
  { name: 'findSchedule', rows: 1, finds: true, run: (_, database) => p.findSchedule(database, schedule) },
];
