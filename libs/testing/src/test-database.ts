import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type { Database } from '@orbweaver/persistence';

/** Loaded on demand: Prisma takes half a second, and most suites that import this package use no database. */
const persistence = () => import('@orbweaver/persistence');

export interface TestDatabase {
  url: string;
  database: Database;
  /** Disconnects and drops the database. */
  close(): Promise<void>;
}

/** Lets one of the concurrent suites create the template. */
const TEMPLATE_LOCK = 4711;

/** Includes waiting for the template and copying on a busy machine. */
const SERVER_WORK_TIMEOUT_MS = 300_000;

/**
 * A migrated database for one suite, copied from a template in about 50 ms. The server is shared by all suites of the
 * checkout, keeps running between them and is not durable.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await startSharedServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withConnection(server, async (connection) => {
    await connection.$queryRaw`SELECT pg_advisory_lock(${TEMPLATE_LOCK}) IS NULL`;
    const template = await ensureTemplate(connection, server);
    await connection.$executeRawUnsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const { openDatabase } = await persistence();
  const url = databaseUrl(server, name);
  const database = openDatabase({ url, poolSize: 10 });
  return {
    url,
    database,
    close: async () => {
      await database.$disconnect();
      await withConnection(server, async (connection) => {
        await connection.$executeRawUnsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

let shared: Promise<string> | undefined;

function startSharedServer(): Promise<string> {
  shared ??= startOnce();
  return shared;
}

/** One per checkout: a server must not outlive the files of its checkout. */
const checkout = createHash('sha256').update(path.resolve(__dirname, '../../..')).digest('hex').slice(0, 8);
const serverDir = path.join(tmpdir(), `orbweaver-test-postgres-${userInfo().uid}-${checkout}`);

/** Stops the shared server and removes its files, unless a running suite started it. */
export async function stopTestServer(): Promise<void> {
  if (!existsSync(serverDir)) return;
  const { DirectoryInUseError, startEmbeddedPostgres } = await persistence();
  try {
    const server = await startEmbeddedPostgres({ dir: serverDir });
    await server.stop();
  } catch (error) {
    if (error instanceof DirectoryInUseError) return;
    throw error;
  }
  await rm(serverDir, { recursive: true, force: true });
}

async function startOnce(): Promise<string> {
  const { joinEmbeddedPostgres } = await persistence();
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };
  // Never closed: later suites use it.
  return (await joinEmbeddedPostgres({ dir: serverDir, settings })).url;
}

async function ensureTemplate(connection: Database, server: string): Promise<string> {
  const { deployMigrations } = await persistence();
  const template = `template_${await hashMigrations()}`;
  const found = await connection.$queryRaw<unknown[]>`SELECT 1 FROM pg_database WHERE datname = ${template}`;
  if (found.length === 0) await connection.$executeRawUnsafe(`CREATE DATABASE ${template}`);
  await deployMigrations(databaseUrl(server, template));
  return template;
}

/** Named after the content, so that an edited migration creates another template. */
async function hashMigrations(): Promise<string> {
  const { listMigrations, MIGRATIONS_DIR } = await persistence();
  const hash = createHash('sha256');
  for (const name of await listMigrations()) {
    hash.update(name).update(await readFile(path.join(MIGRATIONS_DIR, name, 'migration.sql')));
  }
  return hash.digest('hex').slice(0, 16);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** One connection: an advisory lock belongs to a session. */
async function withConnection(url: string, use: (connection: Database) => Promise<void>): Promise<void> {
  const { openDatabase } = await persistence();
  const connection = openDatabase({ url, poolSize: 1, statementTimeoutMs: SERVER_WORK_TIMEOUT_MS });
  try {
    await use(connection);
  } finally {
    await connection.$disconnect();
  }
}
