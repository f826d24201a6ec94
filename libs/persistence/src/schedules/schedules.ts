import { randomUUID } from 'node:crypto';
import { type Database, Prisma, type Transaction } from '../database';
import {
  listedColumns,
  runColumns,
  type Schedule,
  type ScheduleFields,
  type ScheduleRun,
  scheduleColumns,
} from './schedule';

export interface ListedSchedule extends Schedule {
  lastRun: ScheduleRun | null;
}

export interface ScheduleCursor {
  createdAt: Date;
  id: string;
}

const END_OF_TIME: ScheduleCursor = { createdAt: new Date('9999-01-01'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const written = (fields: ScheduleFields) => Prisma.sql`
  ${fields.name}::text, ${fields.cron}::text, ${fields.timezone}::text, ${fields.kind}::text,
  ${JSON.stringify(fields.request)}::jsonb, ${fields.overlap}::text, ${fields.missedRuns}::text,
  ${fields.webhook === null ? null : JSON.stringify(fields.webhook)}::jsonb, ${fields.address}::text, ${fields.paused}::bool,
  ${fields.nextRunAt}::timestamptz`;

/** Undefined if the team has `max` schedules. Locks the team's row, so that concurrent requests are counted. */
export function createSchedule(
  database: Database,
  { teamId, apiKeyId, max, ...fields }: ScheduleFields & { teamId: string; apiKeyId: string; max: number },
): Promise<Schedule | undefined> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
    const rows = await transaction.$queryRaw<Schedule[]>`
      INSERT INTO schedules AS s (id, team_id, api_key_id, name, cron, timezone, kind, request, overlap, missed_runs,
                                  webhook, address, paused, next_run_at)
      SELECT ${randomUUID()}::uuid, ${teamId}::uuid, ${apiKeyId}::uuid, ${written(fields)}
      WHERE (SELECT count(*) FROM schedules WHERE team_id = ${teamId}::uuid) < ${max}::int
      RETURNING ${scheduleColumns}`;
    return rows[0];
  });
}

/** Newest first, each with its latest run and without the URLs of batches. */
export async function listSchedules(
  database: Database,
  { teamId, after = END_OF_TIME, limit }: { teamId: string; after?: ScheduleCursor; limit: number },
): Promise<ListedSchedule[]> {
  const schedules = await database.$queryRaw<Schedule[]>`
    SELECT ${listedColumns} FROM schedules s
    WHERE s.team_id = ${teamId}::uuid AND (s.created_at, s.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT ${limit}::int`;
  const runs = await readLastRuns(
    database,
    schedules.map(({ id }) => id),
  );
  return schedules.map((schedule) => ({ ...schedule, lastRun: runs.get(schedule.id) ?? null }));
}

async function readLastRuns(database: Database, ids: readonly string[]): Promise<Map<string, ScheduleRun>> {
  const rows = await database.$queryRaw<ScheduleRun[]>`
    SELECT ${runColumns} FROM unnest(${ids}::uuid[]) AS asked(id)
    CROSS JOIN LATERAL (
      SELECT * FROM schedule_runs WHERE schedule_id = asked.id ORDER BY planned_at DESC LIMIT 1
    ) r`;
  return new Map(rows.map((run) => [run.scheduleId, run]));
}

/** Undefined for an unknown schedule or another team's. */
export async function readSchedule(
  database: Database,
  { teamId, id }: { teamId: string; id: string },
): Promise<ListedSchedule | undefined> {
  const rows = await database.$queryRaw<Schedule[]>`
    SELECT ${scheduleColumns} FROM schedules s WHERE s.id = ${id}::uuid AND s.team_id = ${teamId}::uuid`;
  const schedule = rows[0];
  if (schedule === undefined) return undefined;
  return { ...schedule, lastRun: (await readLastRuns(database, [id])).get(id) ?? null };
}

/** `change` gets the locked schedule and returns its new fields. Undefined for an unknown schedule. */
export function changeSchedule(
  database: Database,
  { teamId, id }: { teamId: string; id: string },
  change: (schedule: Schedule) => ScheduleFields,
): Promise<Schedule | undefined> {
  return database.$transaction(async (transaction: Transaction) => {
    const [schedule] = await transaction.$queryRaw<Schedule[]>`
      SELECT ${scheduleColumns} FROM schedules s
      WHERE s.id = ${id}::uuid AND s.team_id = ${teamId}::uuid FOR NO KEY UPDATE`;
    if (schedule === undefined) return undefined;
    const rows = await transaction.$queryRaw<Schedule[]>`
      UPDATE schedules s SET
        (name, cron, timezone, kind, request, overlap, missed_runs, webhook, address, paused, next_run_at)
          = (SELECT ${written(change(schedule))}),
        updated_at = now()
      WHERE s.id = ${id}::uuid
      RETURNING ${scheduleColumns}`;
    return rows[0];
  });
}

/** Deletes a schedule with its runs. Started jobs continue. */
export async function deleteSchedule(
  database: Database,
  { teamId, id }: { teamId: string; id: string },
): Promise<boolean> {
  const deleted = await database.$executeRaw`
    DELETE FROM schedules WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid`;
  return deleted === 1;
}
