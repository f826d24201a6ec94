import type { Database } from '../database';
import { type Day, dayAfter, dayNamed } from './day-partitions';

/**
 * The clock of a gateway may be behind: what is deleted of a day that it still accepts jobs for does not come back, so
 * a day is left alone for as long as this after its end.
 */
const DAYS_LEFT_ALONE = 1;

/**
 * Of days (`20261123`), those that are over and of which no job is left: whatever lies outside of the database for jobs
 * of such a day is out of reach. Leaves out what is no day.
 */
export async function findUnusedDays(database: Database, names: readonly string[], now: Date): Promise<string[]> {
  const days = names.flatMap((name) => dayNamed(name) ?? []).filter((day) => isOver(day, now));
  const unused: string[] = [];
  for (const { name, from, to } of days) {
    const rows = await database.$queryRaw<{ id: string }[]>`
      SELECT id FROM jobs WHERE id >= ${from}::uuid AND id < ${to}::uuid LIMIT 1`;
    if (rows.length === 0) unused.push(name);
  }
  return unused;
}

const isOver = (day: Day, now: Date) => day.from < dayAfter(now, -DAYS_LEFT_ALONE).from;
