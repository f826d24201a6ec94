import type { RunSql } from '../partitions/add-partitions';
import { copyIndexes, dropCopiesOfIndex } from '../partitions/copy-indexes';

const MARK = /^-- outside a transaction\b/i;
const CREATE = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+"?(\w+)"?/i;
const DROP = /\bDROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\s+"?(\w+)"?/i;

/**
 * For statements that would hold locks for long in a transaction and can be repeated after an interruption. One per
 * file.
 */
export const isOutsideTransaction = (sql: string): boolean => MARK.test(sql);

/**
 * Runs the statement of a migration outside a transaction. Indexes of a default partition are also created or dropped
 * in the partitions of days, which Postgres does not do without locking all of them.
 */
export async function runOutsideTransaction(run: RunSql, sql: string): Promise<void> {
  // Waits for earlier transactions without blocking others.
  await run('SET lock_timeout = 0');
  const created = CREATE.exec(sql)?.[1];
  const dropped = DROP.exec(sql)?.[1];
  if (dropped !== undefined) await dropCopiesOfIndex(run, dropped);
  // IF NOT EXISTS would accept an invalid index of an interrupted attempt.
  if (created !== undefined) await dropInvalid(run, created);
  await run(sql);
  if (created !== undefined) await copyIndexes(run);
}

async function dropInvalid(run: RunSql, index: string): Promise<void> {
  const invalid = await run(`SELECT FROM pg_index WHERE indexrelid = to_regclass('"${index}"') AND NOT indisvalid`);
  if (invalid.length > 0) await run(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
}
