import type { Queryable } from '../database';

/** Bytes by table including indexes and TOAST; a partitioned table includes all its days. */
export async function measureTables(database: Queryable): Promise<Map<string, number>> {
  const rows = await database.$queryRaw<{ table: string; bytes: number }[]>`
    SELECT coalesce(pg_partition_root(oid), oid)::regclass::text AS table,
           sum(pg_total_relation_size(oid))::float8 AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    GROUP BY 1`;
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}
