import { type Day, dayAfter, PARTITIONED_TABLES, type PartitionedTable, partitionOf } from './day-partitions';

/** Partitions are there from a day before: each one that is there costs a look into it. */
const DAYS_AHEAD = 1;

/** Sends statements without parameters, and answers the rows of the last. */
export type RunSql = <Row extends object>(sql: string) => Promise<Row[]>;

/**
 * Adds the partitions of today and tomorrow that are missing, as many as it can. May be repeated, and run concurrently.
 *
 * @returns the names of those that it added
 * @throws DatabaseError when a lock is not to be had within two seconds, when the database's user may not make tables,
 * and when the default partition has rows of such a day already: they were stored while the partition was missing. Then
 * the day's rows stay there, and are deleted one by one.
 */
export async function addPartitions(run: RunSql, now: Date): Promise<string[]> {
  const partitions = await listPartitions(run);
  const added: string[] = [];
  const faults: unknown[] = [];
  for (const [table, names] of partitions) {
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
      const day = dayAfter(now, ahead);
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
 * Makes a copy of the default partition, indexes and settings included, and attaches it. Readers and writers wait while
 * it looks whether the default partition has rows of that day: it is all but empty, other than after an upgrade.
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
