import type { RunSql } from '../partitions/add-partitions';
import { copyIndexes, dropCopiesOfIndex } from '../partitions/copy-indexes';

/** The first line of such a migration. */
const MARK = /^-- outside a transaction\b/i;
const CREATE = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+"?(\w+)"?/i;
const DROP = /\bDROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\s+"?(\w+)"?/i;

/** What would keep locks for long in a transaction, and can be repeated after half of it: one statement a file. */
export const isOutsideTransaction = (sql: string): boolean => MARK.test(sql);

/**
 * Runs the one statement of a migration that nobody waits for. An index of a default partition is made, or dropped, in
 * the partitions of days as well, which Postgres does not do by itself without locking all of them.
 */
export async function runOutsideTransaction(run: RunSql, sql: string): Promise<void> {
  // It waits for transactions that began before it, and keeps nobody away meanwhile.
  await run('SET lock_timeout = 0');
  const created = CREATE.exec(sql)?.[1];
  const dropped = DROP.exec(sql)?.[1];
  if (dropped !== undefined) await dropCopiesOfIndex(run, dropped);
  // IF NOT EXISTS would take the rest of a try that was broken off for an index.
  if (created !== undefined) await dropInvalid(run, created);
  await run(sql);
  if (created !== undefined) await copyIndexes(run);
}

async function dropInvalid(run: RunSql, index: string): Promise<void> {
  const invalid = await run(`SELECT FROM pg_index WHERE indexrelid = to_regclass('"${index}"') AND NOT indisvalid`);
  if (invalid.length > 0) await run(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
}
