import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { StoreClient } from '../driver/store-client';
import { addPartitionsOf } from '../partitions/add-partitions';
import { dayNamed } from '../partitions/day-partitions';
import { inOneTransaction, quoteIdentifier, type StoreAddress } from './backup-session';
import { countRows, listApplied, listTables, type SnapshotTable } from './read-snapshot';

/** Has an entry after `orbweaver migrate`. */
const AUDIT_TABLE = 'audit_entries';

/**
 * Why nothing may be restored into a database: services are connected, it has later migrations, or it has rows besides
 * those of migrations. Undefined: it is empty.
 */
export function readObstacle(address: StoreAddress, migrations: readonly string[]): Promise<string | undefined> {
  return inOneTransaction(address, 'READ ONLY', async (client) => {
    const sessions = await client.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'orbweaver %'`,
    );
    const names = sessions.rows.map(({ name }) => name);
    if (names.length > 0) return `services are connected (${names.join(', ')})`;
    const later = (await listApplied(client)).find((name) => !migrations.includes(name));
    if (later !== undefined) return `the backup is older than the migration ${later}`;
    const filled = await findFilled(client, await listTables(client));
    return filled === undefined ? undefined : `the table ${filled} has rows`;
  });
}

async function findFilled(client: StoreClient, tables: readonly { name: string }[]): Promise<string | undefined> {
  for (const { name } of tables) {
    if (name === AUDIT_TABLE) continue;
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoteIdentifier(name)} LIMIT 1`);
    if (rowCount !== 0) return name;
  }
  return undefined;
}

export interface LoadedTable extends SnapshotTable {
  rows: number;
}

/**
 * Loads tables into a database with the same migrations, which must be empty. Atomic: nothing is stored unless every
 * table has its number of rows.
 * @throws Error if a table has another number of rows
 */
export function loadSnapshot(
  address: StoreAddress,
  { days, tables }: { days: readonly string[]; tables: readonly LoadedTable[] },
  open: (table: LoadedTable) => Readable,
): Promise<void> {
  return inOneTransaction(address, 'READ WRITE', async (client) => {
    // A service may have started since `readObstacle`.
    await client.query(
      `LOCK TABLE ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')} IN ACCESS EXCLUSIVE MODE`,
    );
    const filled = await findFilled(client, tables);
    if (filled !== undefined) throw new Error(`the table ${filled} has rows, so nothing was restored`);
    await addPartitionsOf(
      async (sql) => (await client.query(sql)).rows,
      days.flatMap((day) => dayNamed(day) ?? []),
    );
    await client.query(`TRUNCATE ${AUDIT_TABLE}`);
    for (const table of tables) {
      const columns = table.columns.map(quoteIdentifier).join(', ');
      const target = client.query(
        copyFrom(`COPY ${quoteIdentifier(table.name)} (${columns}) FROM STDIN (FORMAT binary)`),
      );
      await pipeline(open(table), target);
      const rows = await countRows(client, table);
      if (rows !== table.rows) {
        throw new Error(`the table ${table.name} has ${rows} rows after loading instead of ${table.rows}`);
      }
      await advanceSequences(client, table);
    }
  });
}

async function advanceSequences(client: StoreClient, { name, columns }: SnapshotTable): Promise<void> {
  for (const column of columns) {
    const { rows } = await client.query<{ sequence: string | null }>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [quoteIdentifier(name), column],
    );
    const sequence = rows[0]?.sequence ?? null;
    if (sequence === null) continue;
    await client.query(
      `SELECT setval($1::regclass, coalesce(max(${quoteIdentifier(column)}), 0) + 1, false) FROM ${quoteIdentifier(name)}`,
      [sequence],
    );
  }
}
