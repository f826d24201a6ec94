import { type Database, Prisma } from '../database';
import { PARTITION_TIMEOUT_MS } from '../driver/time-limits';
import { addPartitions, type RunSql } from './add-partitions';
import { dropPartitions } from './drop-partitions';

/**
 * Adds partitions of coming days and drops unused ones. Returns their names.
 * @throws DatabaseError if a lock takes too long or the user lacks permission
 */
export async function keepPartitions(database: Database, now: Date): Promise<{ added: string[]; dropped: string[] }> {
  const run: RunSql = (sql) =>
    database.$transaction((transaction) => transaction.$queryRaw(Prisma.raw(sql)), { timeout: PARTITION_TIMEOUT_MS });
  const dropped = await dropPartitions(run, now);
  return { dropped, added: await addPartitions(run, now) };
}
