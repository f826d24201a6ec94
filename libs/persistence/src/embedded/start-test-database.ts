import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type Database, openDatabase } from '../database';
import { deployMigrations, listMigrations, MIGRATIONS_DIR } from '../migrations/deploy-migrations';
import { joinEmbeddedPostgres } from './join-embedded-postgres';
import { DirectoryInUseError } from './lock-directory';
import { startEmbeddedPostgres } from './start-embedded-postgres';

export interface TestDatabase {
  url: string;
  database: Database;
  /** Disconnects and drops the database. */
  close(): Promise<void>;
}

/** Serialises the suites that start at once: one makes the template, the others wait. */
const TEMPLATE_LOCK = 4711;

/**
 * A migrated database of its own for one suite, copied from a template in some 50 ms. The server is shared by
 * all suites of the checkout and left running between them; it gives up durability, which no suite tests.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await startSharedServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const template = await ensureTemplate(client, server);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = databaseUrl(server, name);
  const database = openDatabase({ url, poolSize: 10 });
  return {
    url,
    database,
    close: async () => {
      await database.$disconnect();
      await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

let shared: Promise<string> | undefined;

function startSharedServer(): Promise<string> {
  shared ??= startOnce();
  return shared;
}

/** One a checkout: a server runs on the files of its checkout, and may not outlive them. */
const checkout = createHash('sha256').update(MIGRATIONS_DIR).digest('hex').slice(0, 8);
const serverDir = path.join(tmpdir(), `orbweaver-test-postgres-${userInfo().uid}-${checkout}`);

/** Ends the shared server and removes its files, unless a suite that started it still runs. */
export async function stopTestServer(): Promise<void> {
  if (!existsSync(serverDir)) return;
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
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };
  // Never closed: it outlives the suite for the next one to find.
  return (await joinEmbeddedPostgres({ dir: serverDir, settings })).url;
}

async function ensureTemplate(client: Client, server: string): Promise<string> {
  const template = `template_${await hashMigrations()}`;
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${template}`);
  await deployMigrations(databaseUrl(server, template));
  return template;
}

/** Named after the content: a migration that is being written gives another template each time. */
async function hashMigrations(): Promise<string> {
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

async function withClient(url: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
