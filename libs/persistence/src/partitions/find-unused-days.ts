import type { Database } from '../database';
import { type Day, dayAfter, dayNamed } from './day-partitions';

/** A gateway's clock may be behind and still accept jobs for a day whose data would be deleted. */
const DAYS_LEFT_ALONE = 1;

/** Ended days (`20261123`) without jobs of pages, whose external data is unreachable. Ignores other names. */
export async function findUnusedDays(database: Database, names: readonly string[], now: Date): Promise<string[]> {
  const days = names.flatMap((name) => dayNamed(name) ?? []).filter((day) => isOver(day, now));
  const unused: string[] = [];
  for (const { name, from, to } of days) {
    const rows = await database.$queryRaw<{ id: string }[]>`
      SELECT id FROM jobs WHERE id >= ${from}::uuid AND id < ${to}::uuid AND kind <> 'schedule' LIMIT 1`;
    if (rows.length === 0) unused.push(name);
  }
  return unused;
}

const isOver = (day: Day, now: Date) => day.from < dayAfter(now, -DAYS_LEFT_ALONE).from;
