import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { StoreClient } from '../driver/store-client';
import { listPartitions } from '../partitions/add-partitions';
import { dayOfPartition } from '../partitions/day-partitions';
import { inOneTransaction, quoteIdentifier, type StoreAddress } from './backup-session';

export interface SnapshotTable {
  name: string;
  columns: string[];
}

/** A document whose content is in the object store. */
export interface DocumentObject {
  jobId: string;
  pageId: string;
  objectHash: Uint8Array;
}

/** One moment of the database. */
export interface Snapshot {
  takenAt: Date;
  postgres: string;
  migrations: string[];
  /** Days with partitions, as `20261125`. */
  days: string[];
  /** Parents of foreign keys first. */
  tables: SnapshotTable[];
  /** Rows in Postgres' binary COPY format. Read one table at a time, to the end. */
  copy(table: SnapshotTable): Readable;
  count(table: SnapshotTable): Promise<number>;
  /** In portions. */
  objects(): AsyncGenerator<DocumentObject[]>;
}

const MIGRATIONS_TABLE = '_prisma_migrations';
const OBJECTS_AT_ONCE = 500;

/**
 * Reads all tables as of one moment, while services work. Unlogged tables (the page cache) are excluded, like in a
 * standby.
 */
export function withSnapshot<T>(address: StoreAddress, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return inOneTransaction(address, 'READ ONLY', async (client) => {
    const { rows } = await client.query<{ at: Date; postgres: string }>(
      `SELECT clock_timestamp() AS at, current_setting('server_version') AS postgres`,
    );
    const { at, postgres } = rows[0]!;
    return work({
      takenAt: at,
      postgres,
      migrations: await listApplied(client),
      days: await listDays(client),
      tables: await listTables(client),
      copy: (table) => client.query(copyTo(`COPY (${selectAll(table)}) TO STDOUT (FORMAT binary)`)),
      count: (table) => countRows(client, table),
      objects: () => readObjects(client),
    });
  });
}

const selectAll = ({ name, columns }: SnapshotTable): string =>
  `SELECT ${columns.map(quoteIdentifier).join(', ')} FROM ${quoteIdentifier(name)}`;

export async function countRows(client: StoreClient, { name }: SnapshotTable): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${quoteIdentifier(name)}`);
  return Number(rows[0]!.rows);
}

/** Empty before the first migration. */
export async function listApplied(client: StoreClient): Promise<string[]> {
  const { rowCount } = await client.query(`SELECT 1 WHERE to_regclass('${MIGRATIONS_TABLE}') IS NOT NULL`);
  if (rowCount === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function listDays(client: StoreClient): Promise<string[]> {
  const partitions = await listPartitions(async (sql) => (await client.query(sql)).rows);
  const days = [...partitions.values()].flat().flatMap((name) => dayOfPartition(name)?.name ?? []);
  return [...new Set(days)].sort();
}

/** Logged tables without partitions, which are read through their parents. */
export async function listTables(client: StoreClient): Promise<SnapshotTable[]> {
  const { rows } = await client.query<SnapshotTable & { parents: string[] }>(
    `SELECT c.relname::text AS name,
            (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
             WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
            ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
                  WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS parents
     FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relpersistence = 'p' AND c.relname <> $1
     ORDER BY 1`,
    [MIGRATIONS_TABLE],
  );
  const sorted: SnapshotTable[] = [];
  const add = ({ name, columns, parents }: (typeof rows)[number]) => {
    if (sorted.some((known) => known.name === name)) return;
    for (const parent of parents) add(rows.find((row) => row.name === parent)!);
    sorted.push({ name, columns });
  };
  for (const row of rows) add(row);
  return sorted;
}

async function* readObjects(client: StoreClient): AsyncGenerator<DocumentObject[]> {
  await client.query(`DECLARE objects NO SCROLL CURSOR FOR
    SELECT job_id AS "jobId", page_id AS "pageId", object_hash AS "objectHash" FROM documents WHERE object_hash IS NOT NULL`);
  for (;;) {
    const { rows } = await client.query<DocumentObject>(`FETCH ${OBJECTS_AT_ONCE} FROM objects`);
    if (rows.length === 0) return;
    yield rows;
  }
}
