import { randomUUID } from 'node:crypto';
import type { Database } from '../src/database';
import { newJobId } from '../src/partitions/day-partitions';
import type { RunState, ScheduleFields } from '../src/schedules/schedule';
import { createSchedule } from '../src/schedules/schedules';

export const testActor = { apiKeyId: null, name: 'test', requestId: null };

export async function insertTestTeam(database: Database): Promise<string> {
  const { id } = await database.team.create({ data: { id: randomUUID(), name: randomUUID() } });
  return id;
}

/** A paused schedule. */
export async function insertSchedule(
  database: Database,
  { teamId, ...fields }: Partial<ScheduleFields> & { teamId: string },
): Promise<string> {
  const schedule = await createSchedule(database, testActor, {
    teamId,
    apiKeyId: randomUUID(),
    max: 1_000,
    name: 'test',
    cron: '0 0 * * *',
    timezone: 'UTC',
    kind: 'crawl',
    request: {},
    overlap: 'skip',
    missedRuns: 'skip',
    webhook: null,
    address: '',
    paused: true,
    nextRunAt: null,
    ...fields,
  });
  return schedule!.id;
}

let minutes = 0;

/** Each run is planned after the one before. */
export async function insertRun(
  database: Database,
  { scheduleId, state, jobId = null }: { scheduleId: string; state: RunState; jobId?: string | null },
): Promise<string> {
  minutes += 1;
  const endedAt = state === 'due' || state === 'running' ? null : new Date();
  const plannedAt = new Date(minutes * 60_000);
  const { id } = await database.scheduleRun.create({
    data: { id: newJobId(), scheduleId, jobId, plannedAt, trigger: 'cron', state, endedAt },
  });
  return id;
}
