import { type Database, Prisma } from '../database';
import { PARTITION_TIMEOUT_MS } from '../driver/time-limits';
import { addPartitions, type RunSql } from './add-partitions';
import { dropPartitions } from './drop-partitions';

/**
 * Adds the partitions of the days that come and drops those of which nothing is left. Returns the names of both.
 *
 * @throws DatabaseError when a lock is not to be had in a second or two, or the database's user may not do it
 */
export async function keepPartitions(database: Database, now: Date): Promise<{ added: string[]; dropped: string[] }> {
  const run: RunSql = (sql) =>
    database.$transaction((transaction) => transaction.$queryRaw(Prisma.raw(sql)), { timeout: PARTITION_TIMEOUT_MS });
  const dropped = await dropPartitions(run, now);
  return { dropped, added: await addPartitions(run, now) };
}
