import path from 'node:path';
import { type Database, joinEmbeddedPostgres, openDatabase, Prisma } from '@orbweaver/persistence';
import { adminEnv } from './run-admin';
import type { System } from './system';

/** A row of any table, with the bytes of all its columns. */
export interface DumpedRow {
  table: string;
  bytes: Buffer;
}

export async function withDatabase<T>(system: System, work: (database: Database) => Promise<T>): Promise<T> {
  const env = adminEnv(system);
  const url = env.DATABASE_URL ?? (await joinEmbeddedPostgres({ dir: path.join(env.DATA_DIR!, 'postgres') })).url;
  const database = openDatabase({ url, poolSize: 2, behindPooler: env.DATABASE_POOLER === 'true' });
  try {
    return await work(database);
  } finally {
    await database.$disconnect();
  }
}

/** All rows of all tables in our schemas, with all columns. */
export async function dumpDatabase(database: Database): Promise<DumpedRow[]> {
  const tables = await database.$queryRaw<{ schema: string; name: string }[]>`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`;
  const rows: DumpedRow[] = [];
  for (const { schema, name } of tables) {
    const table = Prisma.raw(`"${schema}"."${name}"`);
    const found = await database.$queryRaw<
      { row: Record<string, unknown> }[]
    >`SELECT to_jsonb(t) AS row FROM ${table} t`;
    rows.push(...found.map(({ row }) => ({ table: name, bytes: bytesOf(row) })));
  }
  return rows;
}

function bytesOf(row: Record<string, unknown>): Buffer {
  const columns = Object.values(row).map((value) =>
    // In JSON, bytes are hex.
    typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : JSON.stringify(value),
  );
  return Buffer.concat(columns.flatMap((column) => [Buffer.from(column ?? ''), Buffer.from('\n')]));
}
