import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { connectionSettings } from '../driver/connection-settings';
import { StoreClient } from '../driver/store-client';
import { isStoreUnavailable } from '../driver/store-unavailable';
import {
  ANSWER_MARGIN_MS,
  CONNECTION_TIMEOUT_MS,
  KEEP_ALIVE_DELAY_MS,
  MIGRATION_TIMEOUT_MS,
  PARTITION_TIMEOUT_MS,
} from '../driver/time-limits';
import { type Actor, auditEntry } from '../note-change';
import { addPartitions } from '../partitions/add-partitions';
import { isOutsideTransaction, runOutsideTransaction } from './outside-transaction';

export const MIGRATIONS_DIR = path.resolve(__dirname, '../../prisma/migrations');

/** Prisma Migrate's advisory lock, so that both can be used alternately. */
const PRISMA_MIGRATE_LOCK = 72707369;

/** Deadlock, timeout or cancellation: not a fault of the migration. */
const LOCKED_OUT_SQLSTATE = new Set(['40P01', '55P03', '57014']);
/** About two minutes with waits, during which services continue. */
const MAX_TRIES = 30;
const RETRY_PAUSE_MS = 1_000;
const LOCK_PAUSE_MS = 200;

/**
 * Migrations up to this one predate the rules: they build indexes and fill columns in one transaction without a time
 * limit. Later ones follow check-migrations.mjs and LIMITS.  @public
 */
export const LAST_UNCHECKED_MIGRATION = '20261123180000_partition_by_day';

/**
 * A waiting lock request blocks all later ones, so a statement that waits or works for long is rolled back and retried.
 */
const LIMITS = "SET LOCAL lock_timeout = '1s'; SET LOCAL statement_timeout = '5s'";

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies missing migrations like `prisma migrate deploy` (same lock, table and checksums) without the native engine,
 * and adds the partitions of today and tomorrow. Idempotent; concurrent calls wait.
 * @param options.authorities trusted by TLS connections; default Node's
 * @param options.only applies no other migrations, for the tables of a backup
 * @param options.actor for the audit log, also for migrations from before the log; absent in tests
 * @returns the applied migrations
 * @throws MigrationError if a migration failed, was edited, or got no locks for minutes
 */
export async function deployMigrations(
  url: string,
  {
    dir = MIGRATIONS_DIR,
    only,
    actor,
    authorities,
  }: { dir?: string; only?: readonly string[]; actor?: Actor; authorities?: readonly string[] | undefined } = {},
): Promise<string[]> {
  const client = new StoreClient({
    ...connectionSettings(url, authorities),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  });
  // A terminated session reports its error twice: to the statement, and with this event.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A role behind a pooler has the services' statement timeout.
    await client.query(`SET statement_timeout = ${MIGRATION_TIMEOUT_MS}`);
    await lockMigrations(client);
    await client.query(CREATE_TABLE);
    const applied = await applyMissing(client, { dir, only, actor });
    // Not required: results retries it, and it only affects how rows are deleted.
    await client
      .within(PARTITION_TIMEOUT_MS, () => addPartitions(async (sql) => (await client.query(sql)).rows, new Date()))
      .catch(() => undefined);
    return applied;
  } finally {
    await client.end();
  }
}

/** Polls, because a statement waiting for the lock looks like a silent connection. */
async function lockMigrations(client: StoreClient): Promise<void> {
  const sql = 'SELECT pg_try_advisory_lock($1) AS locked';
  while (!(await client.query<{ locked: boolean }>(sql, [PRISMA_MIGRATE_LOCK])).rows[0]?.locked) {
    await delay(LOCK_PAUSE_MS);
  }
}

async function applyMissing(
  client: StoreClient,
  { dir, only, actor }: { dir: string; only?: readonly string[]; actor?: Actor },
): Promise<string[]> {
  const known = await readApplied(client);
  let unnoted: string[] = [];
  const applied: string[] = [];
  for (const name of await listMigrations(dir)) {
    if (only !== undefined && !only.includes(name)) continue;
    const sql = await readFile(path.join(dir, name, 'migration.sql'), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const earlier = known.get(name);
    if (earlier === undefined) {
      unnoted.push(name);
      const isNoted = await applyPatiently(client, { name, sql, checksum, unnoted, actor });
      if (isNoted) unnoted = [];
      applied.push(name);
    } else if (earlier !== checksum) {
      throw new MigrationError(`migration ${name} was edited after it was applied; restore the file`);
    }
  }
  return applied;
}

async function readApplied(client: StoreClient): Promise<Map<string, string>> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY started_at',
  );
  const stuck = rows.find((row) => row.finished_at === null && row.rolled_back_at === null);
  if (stuck !== undefined) {
    throw new MigrationError(
      `migration ${stuck.migration_name} failed earlier (P3009); mend the cause, then mark it with prisma migrate resolve`,
    );
  }
  return new Map(rows.filter((row) => row.rolled_back_at === null).map((row) => [row.migration_name, row.checksum]));
}

/** Retries, because running services hold the locks and must never fail because of a migration. */
async function applyPatiently(client: StoreClient, migration: Migration): Promise<boolean> {
  const { name } = migration;
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      const lockedOut = findLockedOut(error);
      if (lockedOut === undefined) throw error;
      if (tries === MAX_TRIES) {
        throw new MigrationError(
          `migration ${name} did not get its locks in ${MAX_TRIES} tries (${lockedOut.message}); run it again when the database is less busy`,
        );
      }
      await delay(RETRY_PAUSE_MS);
    }
  }
}

function findLockedOut(error: unknown): DatabaseError | undefined {
  const thrown = isStoreUnavailable(error) ? error.cause : error;
  return thrown instanceof DatabaseError && LOCKED_OUT_SQLSTATE.has(thrown.code ?? '') ? thrown : undefined;
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** This migration and earlier ones missing in the audit log. */
  unnoted: readonly string[];
  actor: Actor | undefined;
}

const RECORD = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`;

/**
 * Atomic with its record. A migration outside a transaction may be applied partly or unrecorded, and is repeatable; its
 * record and audit entry are atomic.
 */
async function apply(client: StoreClient, migration: Migration): Promise<boolean> {
  const { name, sql, checksum } = migration;
  const note = [randomUUID(), checksum, name];
  const patiently = <T>(run: () => Promise<T>) => client.within(MIGRATION_TIMEOUT_MS + ANSWER_MARGIN_MS, run);
  try {
    if (isOutsideTransaction(sql)) {
      await patiently(() => runOutsideTransaction(async (statement) => (await client.query(statement)).rows, sql));
      await client.query('BEGIN');
    } else {
      await client.query('BEGIN');
      if (name > LAST_UNCHECKED_MIGRATION) await client.query(LIMITS);
      await patiently(() => client.query(sql));
    }
    await client.query(RECORD, note);
    const isNoted = await noteMigrations(client, migration);
    await client.query('COMMIT');
    return isNoted;
  } catch (error) {
    const isLockedOut = findLockedOut(error) !== undefined;
    if (isStoreUnavailable(error) && !isLockedOut) throw error;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await client.query('ROLLBACK');
    if (isLockedOut) throw error;
    await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)', [
      ...note,
      reason,
    ]);
    throw new MigrationError(`migration ${name} failed: ${reason}`);
  }
}

/** @returns false before there is an audit log */
async function noteMigrations(client: StoreClient, { name, unnoted, actor }: Migration): Promise<boolean> {
  if (actor === undefined) return false;
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('audit_entries') IS NOT NULL AS there`);
  if (rows[0]?.there !== true) return false;
  const changes = { migrations: { before: null, after: unnoted } };
  const { text, values } = auditEntry(actor, { action: 'migrate', teamId: null, target: name, changes });
  await client.query(text, values);
  return true;
}

export async function listMigrations(dir = MIGRATIONS_DIR): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
