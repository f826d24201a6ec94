import { listPartitions, type RunSql } from './add-partitions';
import { type Day, dayOf, dayOfPartition, type PartitionedTable } from './day-partitions';

/**
 * Drops partitions of days before `before` without jobs or frontier rows. Takes constant time.
 * @returns the dropped partitions
 * @throws DatabaseError if a lock takes more than a second, because every statement on the table waits behind it
 */
export async function dropPartitions(run: RunSql, before: Date): Promise<string[]> {
  const { from: current } = dayOf(before);
  const dropped: string[] = [];
  for (const [table, names] of await listPartitions(run)) {
    for (const name of names) {
      const day = dayOfPartition(name);
      if (day === undefined || day.from >= current) continue;
      const [found] = await run<{ unused: boolean }>(`SELECT ${isUnused(day)} AS unused`);
      if (!found?.unused) continue;
      await run(dropPartition(table, name, day));
      dropped.push(name);
    }
  }
  return dropped;
}

/** Rows of schedules have no pages. */
const isUnused = ({ from, to }: Day): string => `
  NOT EXISTS (SELECT 1 FROM jobs WHERE id >= '${from}' AND id < '${to}' AND kind <> 'schedule')
  AND NOT EXISTS (SELECT 1 FROM frontier_jobs WHERE id >= '${from}' AND id < '${to}')`;

/** Checks again under the lock: a gateway's clock may be a day behind. */
const dropPartition = (table: PartitionedTable, name: string, day: Day): string => `
  DO $$ BEGIN
    SET LOCAL lock_timeout = '1s';
    LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE;
    IF ${isUnused(day)} THEN DROP TABLE IF EXISTS ${name}; END IF;
  END $$`;
