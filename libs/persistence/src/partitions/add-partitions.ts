import { type Day, dayAfter, PARTITIONED_TABLES, type PartitionedTable, partitionOf } from './day-partitions';

/** One, because each partition costs an index lookup per statement. */
const DAYS_AHEAD = 1;

/** Runs statements without parameters and returns the rows of the last. */
export type RunSql = <Row extends object>(sql: string) => Promise<Row[]>;

/**
 * Adds missing partitions of today and tomorrow. May be repeated and run concurrently.
 * @returns the added partitions
 * @throws DatabaseError if a lock takes more than two seconds, the user lacks permission, or the default partition
 * already has rows of that day (then they stay there and are deleted one by one)
 */
export function addPartitions(run: RunSql, now: Date): Promise<string[]> {
  const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => dayAfter(now, days));
  return addPartitionsOf(run, ahead);
}

/** Adds missing partitions of the days. See addPartitions. */
export async function addPartitionsOf(run: RunSql, days: readonly Day[]): Promise<string[]> {
  const partitions = await listPartitions(run);
  const added: string[] = [];
  const faults: unknown[] = [];
  for (const [table, names] of partitions) {
    for (const day of days) {
      const name = partitionOf(table, day);
      if (names.includes(name)) continue;
      try {
        await run(addPartition(table, day));
        added.push(name);
      } catch (error) {
        faults.push(error);
      }
    }
  }
  if (faults.length > 0) throw faults[0];
  return added;
}

/** By table; none in a database of an earlier release. */
export async function listPartitions(run: RunSql): Promise<Map<PartitionedTable, string[]>> {
  const rows = await run<{ parent: string; name: string }>(`
    SELECT inhparent::regclass::text AS parent, inhrelid::regclass::text AS name
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhparent
    WHERE relkind = 'p'`);
  const tables = Object.keys(PARTITIONED_TABLES) as PartitionedTable[];
  const named = tables.map((table): [PartitionedTable, string[]] => [
    table,
    rows.filter(({ parent }) => parent === table).map(({ name }) => name),
  ]);
  return new Map(named.filter(([, names]) => names.length > 0));
}

/**
 * Copies the default partition with indexes and settings and attaches it. Readers and writers wait while the default
 * partition is scanned, which is almost empty except after an upgrade.
 */
function addPartition(table: PartitionedTable, day: Day): string {
  const name = partitionOf(table, day);
  return `
    DO $$
    DECLARE settings text;
    BEGIN
      SET LOCAL lock_timeout = '2s';
      PERFORM pg_advisory_xact_lock(hashtext('orbweaver.partitions'));
      IF to_regclass('${name}') IS NULL THEN
        CREATE TABLE ${name} (LIKE ${table}_default INCLUDING ALL);
        SELECT array_to_string(reloptions, ', ') INTO settings FROM pg_class WHERE oid = '${table}_default'::regclass;
        IF settings <> '' THEN EXECUTE 'ALTER TABLE ${name} SET (' || settings || ')'; END IF;
        ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${day.from}') TO ('${day.to}');
      END IF;
    END $$`;
}
