import type { Database } from '../database';
import { openRunOf } from '../index-keys';
import { type Actor, noteChange } from '../note-change';
import { PAGES_PER_DELETION, RUNS_PER_DELETION } from './schedule';

/**
 * Marks a schedule as deleted and ends its open runs, so that it is invisible and starts nothing. Started jobs continue.
 * Results removes the rows. False for an unknown schedule.
 */
export function deleteSchedule(
  database: Database,
  actor: Actor,
  { teamId, id }: { teamId: string; id: string },
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    // Waits for transactions that start or plan runs, and prevents others.
    const [schedule] = await transaction.$queryRaw<{ name: string }[]>`
      SELECT name FROM schedules WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid AND deleted_at IS NULL FOR UPDATE`;
    if (schedule === undefined) return false;
    await transaction.$executeRaw`
      UPDATE schedules SET deleted_at = now(), paused = true, next_run_at = NULL WHERE id = ${id}::uuid`;
    await transaction.$executeRaw`
      UPDATE schedule_runs r SET state = 'cancelled', ended_at = now(), claimed_until = NULL
      WHERE ${openRunOf('r')} = ${id}::uuid`;
    const changes = { name: { before: schedule.name, after: null } };
    await noteChange(transaction, actor, { action: 'schedule.delete', teamId, target: id, changes });
    return true;
  });
}

/**
 * Removes rows of a deleted schedule: up to 5,000 pages of its runs, or 500 runs without pages, or the schedule without
 * runs. Skips a run that is being compared. Returns the number of removed rows; 0 if none can be removed now.
 */
export function removeDeletedRows(database: Database): Promise<number> {
  return database.$transaction(async (transaction) => {
    const [schedule] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM schedules WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
    if (schedule === undefined) return 0;
    const runs = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM schedule_runs WHERE schedule_id = ${schedule.id}::uuid ORDER BY planned_at
      LIMIT ${RUNS_PER_DELETION}::int FOR UPDATE SKIP LOCKED`;
    if (runs.length === 0)
      return transaction.$executeRaw`
        DELETE FROM schedules s WHERE s.id = ${schedule.id}::uuid
          AND NOT EXISTS (SELECT FROM schedule_runs WHERE schedule_id = s.id)`;
    const ids = runs.map(({ id }) => id);
    const pages = await transaction.$executeRaw`
      DELETE FROM schedule_run_pages p USING (
        SELECT run_id, state, page_key FROM schedule_run_pages
        WHERE run_id = ANY(${ids}::uuid[]) LIMIT ${PAGES_PER_DELETION}::int
      ) old
      WHERE p.run_id = old.run_id AND p.state = old.state AND p.page_key = old.page_key`;
    return pages > 0 ? pages : transaction.$executeRaw`DELETE FROM schedule_runs WHERE id = ANY(${ids}::uuid[])`;
  });
}
