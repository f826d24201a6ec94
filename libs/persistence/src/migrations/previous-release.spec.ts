import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestDatabase, until } from '@orbweaver/testing';
import { Client } from 'pg';
import { RUNNING, runStatements } from '../../test/fill-large-database';
import { type KeptStatement, readKept } from '../../test/previous-release/kept-release';
import { startDatabaseAfter } from '../../test/start-database-before';
import { sessionOptions } from '../database';
import { deployMigrations, MIGRATIONS_DIR } from './deploy-migrations';

/** Includes a lock that a migration waits for, and its work. A reader with that lock makes the migration give up. */
const LONGEST_WAIT_MS = 6_000;
const READER_MS = 9_000;

const EXAMPLES = {
  add_column: 'ALTER TABLE "pages" ADD COLUMN "example" TEXT;',
  fill_column: `-- outside a transaction
    DO $$ BEGIN
      LOOP
        UPDATE pages SET example = state WHERE id IN (SELECT id FROM pages WHERE example IS NULL LIMIT 2000);
        EXIT WHEN NOT FOUND;
        COMMIT;
      END LOOP;
    END $$;`,
  index_column: `-- outside a transaction
    CREATE INDEX CONCURRENTLY IF NOT EXISTS "pages_default_example_idx" ON "pages_default" ("example");`,
  add_table: 'CREATE TABLE "example" ("id" UUID NOT NULL, "n" INTEGER, PRIMARY KEY ("id"));',
};

const release = readKept();
let dir: string;
let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startDatabaseAfter(release.lastMigration);
  await runStatements(scratch.url, release.data);
  dir = await mkdtemp(path.join(tmpdir(), 'orbweaver-migrations-'));
  await cp(MIGRATIONS_DIR, dir, { recursive: true });
  for (const [index, [name, sql]] of Object.entries(EXAMPLES).entries()) {
    const folder = path.join(dir, `9999000000000${index}_${name}`);
    await mkdir(folder);
    await writeFile(path.join(folder, 'migration.sql'), sql);
  }
}, 120_000);
afterAll(async () => {
  await scratch.close();
  await rm(dir, { recursive: true });
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: scratch.url, options: sessionOptions });
  await client.connect();
  return client;
}

/** Prepared like in services: a statement prepared before a migration must still work after it. */
const send = (client: Client, { text, values }: KeptStatement, name: string) =>
  client.query({ name, text, values: values as unknown[] });

it('lets the previous release continue without long waits or losses', async () => {
  let isOver = false;
  const failures = new Set<string>();
  let longest = { ms: 0, sentBy: '' };
  let rounds = 0;
  const timed = async (sentBy: string, work: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await work().catch((error: unknown) => failures.add(`${sentBy}: ${error}`));
    const ms = performance.now() - from;
    if (ms > longest.ms) longest = { ms, sentBy };
  };

  /** Only one: services prevent mutual conflicts by statements before these. */
  const service = async (): Promise<void> => {
    const client = await connect();
    for (let round = 0; round < 2 || !isOver; round += 1) {
      for (const [at, one] of release.statements.entries()) {
        await client.query('BEGIN');
        await timed(one.sentBy, () => send(client, one, `hot_${at}`));
        await client.query('ROLLBACK');
      }
      rounds += 1;
    }
    await client.end();
  };

  let written = 0;
  const writer = async (): Promise<void> => {
    const client = await connect();
    // A lost connection rejects at once, so timers would never run.
    while (!isOver && failures.size === 0) {
      await timed('the writer', async () => {
        await client.query('BEGIN');
        await client.query('UPDATE frontier_jobs SET known = known + 1 WHERE id = $1', [RUNNING.id]);
        await client.query(
          `INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state)
           VALUES (gen_random_uuid(), $1, $2, 'http://site.test/', '', sha256(int4send($2)), 'site.test', 1, 'done')`,
          [RUNNING.id, 1_000_000 + written],
        );
        await client.query('COMMIT');
        written += 1;
      });
    }
    await client.end();
  };

  /** Like a backup: holds a weak lock on every table for long. */
  const reader = async (): Promise<void> => {
    const client = await connect();
    await client.query('BEGIN');
    for (const table of ['pages', 'documents', 'frontier_pages', 'jobs', 'webhook_events'])
      await client.query(`SELECT FROM ${table} LIMIT 1`);
    await client.query(`SELECT pg_sleep(${READER_MS / 1000})`);
    await client.query('COMMIT');
    await client.end();
  };

  const observer = await connect();
  const counted = async () => {
    const { rows } = await observer.query<{ known: number; pages: number }>(
      `SELECT known, (SELECT count(*)::int FROM frontier_pages WHERE job_id = $1 AND ordinal >= 1000000) AS pages
       FROM frontier_jobs WHERE id = $1`,
      [RUNNING.id],
    );
    return rows[0]!;
  };

  const before = await counted();
  const reading = reader();
  const running = [writer(), service()];
  await until('a first round', async () => rounds > 0);
  const applied = await deployMigrations(scratch.url, { dir });
  isOver = true;
  await Promise.all([...running, reading]);

  expect(applied.length).toBeGreaterThanOrEqual(Object.keys(EXAMPLES).length);
  expect([...failures]).toEqual([]);
  expect(longest.ms < LONGEST_WAIT_MS ? 'short' : longest).toBe('short');
  const after = await counted();
  await observer.end();
  expect(after.known - before.known).toBe(written);
  expect(after.pages - before.pages).toBe(written);
}, 180_000);
