import { openDatabase } from '@orbweaver/persistence';

/** Counters of Postgres since its start, over all databases of the server. */
export interface CrawlCounters {
  statements: number;
  transactions: number;
  /** Rows read by table scans and through indexes. */
  rowsRead: number;
  rowsWritten: number;
  walBytes: number;
}

/** For `postgres -c`: the extension that counts statements must be preloaded. */
export const COUNTING_SETTINGS: Record<string, string> = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top',
  'pg_stat_statements.track_utility': 'off',
};

/** Backends report their counters within a second. */
export const COUNTERS_LAG_MS = 1100;

export interface CounterReader {
  read(): Promise<CrawlCounters>;
  close(): Promise<void>;
}

export async function openCounters(url: string): Promise<CounterReader> {
  const database = openDatabase({ url, poolSize: 1 });
  await database.$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`;
  return {
    read: async () => {
      const [row] = await database.$queryRaw<Record<keyof CrawlCounters, unknown>[]>`
        SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements) AS "statements",
          sum(xact_commit + xact_rollback) AS "transactions",
          -- tup_returned counts the entries of an index-only scan, and all rows of a table scan.
          sum(tup_returned) AS "rowsRead",
          sum(tup_inserted + tup_updated + tup_deleted) AS "rowsWritten",
          (SELECT wal_bytes FROM pg_stat_wal) AS "walBytes"
        FROM pg_stat_database`;
      const number = (name: keyof CrawlCounters) => Number(row?.[name] ?? 0);
      return {
        statements: number('statements'),
        transactions: number('transactions'),
        rowsRead: number('rowsRead'),
        rowsWritten: number('rowsWritten'),
        walBytes: number('walBytes'),
      };
    },
    close: () => database.$disconnect(),
  };
}

/** Counters per page. */
export function countersPerPage(before: CrawlCounters, after: CrawlCounters, pages: number): CrawlCounters {
  const difference = (name: keyof CrawlCounters) => (after[name] - before[name]) / pages;
  return {
    statements: difference('statements'),
    transactions: difference('transactions'),
    rowsRead: difference('rowsRead'),
    rowsWritten: difference('rowsWritten'),
    walBytes: difference('walBytes'),
  };
}
