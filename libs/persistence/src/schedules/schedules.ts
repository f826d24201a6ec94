import { randomUUID } from 'node:crypto';
import type { Database } from '../database';
import { type Actor, noteChange } from '../note-change';
import {
  listedColumns,
  runColumns,
  type Schedule,
  type ScheduleFields,
  type ScheduleKind,
  type ScheduleRun,
  scheduleColumns,
} from './schedule';
import { changesOf, describeCreation } from './schedule-changes';

export interface ListedSchedule extends Schedule {
  lastRun: ScheduleRun | null;
}

export interface ScheduleCursor {
  createdAt: Date;
  id: string;
}

const END_OF_TIME: ScheduleCursor = { createdAt: new Date('9999-01-01'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Undefined if the team has `max` schedules. Locks the team's row, so that concurrent requests are counted. */
export function createSchedule(
  database: Database,
  actor: Actor,
  { teamId, apiKeyId, max, ...fields }: ScheduleFields & { teamId: string; apiKeyId: string; max: number },
): Promise<Schedule | undefined> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
    const rows = await transaction.$queryRaw<Schedule[]>`
      INSERT INTO schedules AS s (id, team_id, api_key_id, name, cron, timezone, kind, request, overlap, missed_runs,
                                  webhook, address, paused, next_run_at)
      SELECT ${randomUUID()}::uuid, ${teamId}::uuid, ${apiKeyId}::uuid, ${fields.name}::text, ${fields.cron}::text,
             ${fields.timezone}::text, ${fields.kind}::text, ${JSON.stringify(fields.request)}::jsonb,
             ${fields.overlap}::text, ${fields.missedRuns}::text, ${jsonOrNull(fields.webhook)}::jsonb,
             ${fields.address}::text, ${fields.paused}::bool, ${fields.nextRunAt}::timestamptz
      WHERE (SELECT count(*) FROM schedules WHERE team_id = ${teamId}::uuid AND deleted_at IS NULL) < ${max}::int
      RETURNING ${scheduleColumns}`;
    const [schedule] = rows;
    if (schedule === undefined) return undefined;
    const changes = describeCreation(schedule);
    await noteChange(transaction, actor, { action: 'schedule.add', teamId, target: schedule.id, changes });
    return schedule;
  });
}

/** Newest first, each with its latest run and without the URLs of batches. */
export async function listSchedules(
  database: Database,
  { teamId, after = END_OF_TIME, limit }: { teamId: string; after?: ScheduleCursor; limit: number },
): Promise<ListedSchedule[]> {
  const schedules = await database.$queryRaw<Schedule[]>`
    SELECT ${listedColumns} FROM schedules s
    WHERE s.team_id = ${teamId}::uuid AND s.deleted_at IS NULL
      AND (s.created_at, s.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)
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

interface ScheduleId {
  teamId: string;
  id: string;
}

/** Id and type, without the request. Undefined for an unknown schedule or another team's. */
export async function findSchedule(
  database: Database,
  { teamId, id }: ScheduleId,
): Promise<{ id: string; kind: ScheduleKind } | undefined> {
  const rows = await database.$queryRaw<{ id: string; kind: ScheduleKind }[]>`
    SELECT id, kind FROM schedules WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid AND deleted_at IS NULL`;
  return rows[0];
}

/** Undefined for an unknown schedule or another team's. */
export async function readSchedule(
  database: Database,
  { teamId, id }: ScheduleId,
): Promise<ListedSchedule | undefined> {
  const rows = await database.$queryRaw<Schedule[]>`
    SELECT ${scheduleColumns} FROM schedules s
    WHERE s.id = ${id}::uuid AND s.team_id = ${teamId}::uuid AND s.deleted_at IS NULL`;
  return rows[0] && withLastRun(database, rows[0]);
}

const withLastRun = async (database: Database, schedule: Schedule): Promise<ListedSchedule> => ({
  ...schedule,
  lastRun: (await readLastRuns(database, [schedule.id])).get(schedule.id) ?? null,
});

/** Fields of a changed schedule. Its kind is fixed. */
export interface ChangedFields extends Omit<ScheduleFields, 'kind' | 'request'> {
  unplannableReason: string | null;
  /** Absent: unchanged. */
  request?: unknown;
}

/** `changedFields` gets the locked schedule and returns its new fields. Undefined for an unknown schedule. */
export async function changeSchedule(
  database: Database,
  actor: Actor,
  { teamId, id }: ScheduleId,
  changedFields: (schedule: Omit<Schedule, 'request'>) => ChangedFields,
): Promise<ListedSchedule | undefined> {
  const changed = await database.$transaction(async (transaction) => {
    const [before] = await transaction.$queryRaw<Schedule[]>`
      SELECT ${listedColumns} FROM schedules s
      WHERE s.id = ${id}::uuid AND s.team_id = ${teamId}::uuid AND s.deleted_at IS NULL FOR NO KEY UPDATE`;
    if (before === undefined) return undefined;
    const { request: _, ...locked } = before;
    const fields = changedFields(locked);
    const request = fields.request === undefined ? null : JSON.stringify(fields.request);
    const [stored] = await transaction.$queryRaw<{ hasNewRequest: boolean }[]>`
      SELECT ${request}::jsonb <> request AS "hasNewRequest" FROM schedules WHERE id = ${id}::uuid`;
    const rows = await transaction.$queryRaw<Schedule[]>`
      UPDATE schedules s SET
        name = ${fields.name}::text, cron = ${fields.cron}::text, timezone = ${fields.timezone}::text,
        request = coalesce(${request}::jsonb, request), overlap = ${fields.overlap}::text,
        missed_runs = ${fields.missedRuns}::text, webhook = ${jsonOrNull(fields.webhook)}::jsonb,
        address = ${fields.address}::text, paused = ${fields.paused}::bool,
        next_run_at = ${fields.nextRunAt}::timestamptz,
        unplannable_reason = ${fields.unplannableReason}::text, updated_at = now()
      WHERE s.id = ${id}::uuid
      RETURNING ${scheduleColumns}`;
    const change = changesOf(before, rows[0]!, stored?.hasNewRequest === true);
    if (change !== undefined) await noteChange(transaction, actor, { teamId, target: id, ...change });
    return rows[0];
  });
  return changed && withLastRun(database, changed);
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
