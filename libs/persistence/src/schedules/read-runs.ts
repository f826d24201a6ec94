import type { Database } from '../database';
import { type RunPageState, runColumns, type ScheduleRun } from './schedule';

export interface RunCursor {
  createdAt: Date;
  id: string;
}

export interface RunPage {
  state: RunPageState;
  /** Hex. */
  key: string;
  url: string;
}

const END_OF_TIME: RunCursor = { createdAt: new Date('9999-01-01'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Newest first, by planned time. */
export function listRuns(
  database: Database,
  { scheduleId, after = END_OF_TIME, limit }: { scheduleId: string; after?: RunCursor; limit: number },
): Promise<ScheduleRun[]> {
  return database.$queryRaw<ScheduleRun[]>`
    SELECT ${runColumns} FROM schedule_runs r
    WHERE r.schedule_id = ${scheduleId}::uuid AND r.planned_at < ${after.createdAt}::timestamptz
    ORDER BY r.planned_at DESC
    LIMIT ${limit}::int`;
}

export async function readRun(
  database: Database,
  { scheduleId, id }: { scheduleId: string; id: string },
): Promise<ScheduleRun | undefined> {
  const rows = await database.$queryRaw<ScheduleRun[]>`
    SELECT ${runColumns} FROM schedule_runs r WHERE r.id = ${id}::uuid AND r.schedule_id = ${scheduleId}::uuid`;
  return rows[0];
}

/** Pages of a compared run by state and key; none of older runs. */
export function listRunPages(
  database: Database,
  {
    runId,
    states,
    after = { state: '', key: '' },
    limit,
  }: { runId: string; states: readonly RunPageState[]; after?: { state: string; key: string }; limit: number },
): Promise<RunPage[]> {
  return database.$queryRaw<RunPage[]>`
    SELECT state, encode(page_key, 'hex') AS key, url FROM schedule_run_pages
    WHERE run_id = ${runId}::uuid AND state = ANY(${states}::text[])
      AND (state, page_key) > (${after.state}::text, decode(${after.key}, 'hex'))
    ORDER BY state, page_key
    LIMIT ${limit}::int`;
}
