import type { Database } from '../database';
import { addPartitions, type RunSql } from './add-partitions';
import { dropPartitions } from './drop-partitions';

/**
 * Adds the partitions of the days that come and drops those of which nothing is left. Returns the names of both.
 *
 * @throws DatabaseError when a lock is not to be had in a second or two, or the database's user may not do it
 */
export async function keepPartitions(database: Database, now: Date): Promise<{ added: string[]; dropped: string[] }> {
  // Each day has texts of its own, which no connection is to prepare.
  const run: RunSql = (sql) => database.$queryRawUnsafe(sql);
  const dropped = await dropPartitions(run, now);
  return { dropped, added: await addPartitions(run, now) };
}
