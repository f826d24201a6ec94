import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestDatabase, type TestDatabase, temporaryFolders, until } from '@orbweaver/testing';
import { isStoreUnavailable } from '../driver/store-unavailable';
import { deployMigrations } from './deploy-migrations';

const folders = temporaryFolders('migrations');
afterAll(folders.remove);

let scratch: TestDatabase;
let dir: string;

const write = async (name: string, sql: string) => {
  await mkdir(path.join(dir, name), { recursive: true });
  await writeFile(path.join(dir, name, 'migration.sql'), sql);
};

beforeEach(async () => {
  scratch = await startTestDatabase();
  await scratch.database.$executeRawUnsafe('DROP TABLE _prisma_migrations');
  dir = folders.make();
  await write('1_one', 'CREATE TABLE one (id INT); CREATE FUNCTION f() RETURNS INT AS $$ SELECT 1; $$ LANGUAGE SQL;');
  await write('2_two', 'CREATE TABLE two (id INT);');
});
afterEach(() => scratch.close());

describe('deployMigrations', () => {
  it('applies missing migrations once, in order', async () => {
    expect(await deployMigrations(scratch.url, { dir })).toEqual(['1_one', '2_two']);
    expect(await deployMigrations(scratch.url, { dir })).toEqual([]);
    await write('3_three', 'CREATE TABLE three (id INT);');
    expect(await deployMigrations(scratch.url, { dir })).toEqual(['3_three']);
  });

  it('applies migrations once in concurrent calls', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => deployMigrations(scratch.url, { dir })));
    expect(applied.flat().sort()).toEqual(['1_one', '2_two']);
  });

  it('rolls back a failing migration, reports its name and stops', async () => {
    await write('3_bad', 'CREATE TABLE three (id INT); SELECT no_such_function();');
    await expect(deployMigrations(scratch.url, { dir })).rejects.toThrow(/3_bad failed.*no_such_function/);
    await expect(scratch.database.$queryRawUnsafe('SELECT * FROM three')).rejects.toThrow(/does not exist/);
    await expect(deployMigrations(scratch.url, { dir })).rejects.toThrow(/3_bad failed earlier/);
  });

  it('leaves no partial migration when Postgres stops, and applies it the next time', async () => {
    await write('3_three', 'CREATE TABLE three (id INT); SELECT pg_advisory_xact_lock(77);');
    await scratch.database.$transaction(async (holder) => {
      await holder.$executeRaw`SELECT pg_advisory_xact_lock(77)`;
      const broken = deployMigrations(scratch.url, { dir }).catch((error: unknown) => error);
      const end = () => scratch.database.$queryRaw<unknown[]>`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'advisory'`;
      await until('the migration', async () => (await end()).length > 0);
      expect(isStoreUnavailable(await broken)).toBe(true);
    });
    expect(await deployMigrations(scratch.url, { dir })).toEqual(['3_three']);
  });

  it.each([
    ['exceeds its lock timeout', "SET LOCAL lock_timeout = '100ms'; LOCK TABLE one;", 2],
    ['causes a deadlock', "SET LOCAL deadlock_timeout = '2s'; LOCK TABLE two; LOCK TABLE one;", 1],
  ])('retries a migration that %s without recording a failure', async (_, sql, waits) => {
    await deployMigrations(scratch.url, { dir });
    await write('3_three', `${sql} CREATE TABLE three (id INT);`);
    const deployed = await scratch.database.$transaction(async (holder) => {
      // The migration detects the deadlock.
      await holder.$executeRaw`SET LOCAL deadlock_timeout = '1min'`;
      await holder.$executeRaw`LOCK TABLE one IN ROW EXCLUSIVE MODE`;
      const deploying = deployMigrations(scratch.url, { dir });
      const seen = new Set<string>();
      await until('the migration to wait', async () => {
        const waiting = await scratch.database.$queryRaw<{ since: string }[]>`
          SELECT query_start::text AS since FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%three%'`;
        for (const { since } of waiting) seen.add(since);
        return seen.size >= waits;
      });
      await holder.$executeRaw`LOCK TABLE two IN ROW EXCLUSIVE MODE`;
      return { deploying };
    });
    expect(await deployed.deploying).toEqual(['3_three']);
    expect(await scratch.database.$queryRaw`SELECT FROM _prisma_migrations WHERE finished_at IS NULL`).toEqual([]);
  });

  it('records the actor, also for migrations from before the audit log', async () => {
    const actor = { apiKeyId: null, name: 'anna', requestId: null };
    const entries = () => scratch.database.auditEntry.findMany({ orderBy: { id: 'asc' } });
    await scratch.database.$executeRaw`ALTER TABLE audit_entries RENAME TO later`;
    await write('3_log', 'ALTER TABLE later RENAME TO audit_entries;');
    await write('4_four', 'CREATE TABLE four (id INT);');
    await deployMigrations(scratch.url, { dir, actor });
    await deployMigrations(scratch.url, { dir, actor });
    const of = (migrations: string[]) => ({
      action: 'migrate',
      actor: 'anna',
      target: migrations.at(-1),
      changes: { migrations: { before: null, after: migrations } },
    });
    expect(await entries()).toMatchObject([of(['1_one', '2_two', '3_log']), of(['4_four'])]);
    await write('5_bad', 'SELECT no_such_function();');
    await expect(deployMigrations(scratch.url, { dir, actor })).rejects.toThrow('5_bad failed');
    expect(await entries()).toHaveLength(2);
  });

  describe('deployMigrations outside a transaction', () => {
    const actor = { apiKeyId: null, name: 'anna', requestId: null };
    const noted = async () => (await scratch.database.auditEntry.findMany()).map(({ target }) => target);

    beforeEach(async () => {
      await deployMigrations(scratch.url, { dir });
      await write('3_clean', '-- outside a transaction\nVACUUM one;');
    });

    it('reports and records why a migration cannot be recorded', async () => {
      await scratch.database.$executeRaw`ALTER TABLE audit_entries ADD CONSTRAINT not_anna CHECK (actor <> 'anna')`;
      await expect(deployMigrations(scratch.url, { dir, actor })).rejects.toThrow(/3_clean failed.*"not_anna"/);
      expect(
        await scratch.database.$queryRaw`
          SELECT migration_name AS name, finished_at, logs LIKE '%not_anna%' AS tells FROM _prisma_migrations
          WHERE migration_name = '3_clean'`,
      ).toEqual([{ name: '3_clean', finished_at: null, tells: true }]);
    });

    it('records a migration the next time if Postgres stopped before the record', async () => {
      await scratch.database.$transaction(async (holder) => {
        await holder.$executeRaw`LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE`;
        const broken = deployMigrations(scratch.url, { dir, actor }).catch((error: unknown) => error);
        const end = () => scratch.database.$queryRaw<unknown[]>`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%audit_entries%'`;
        await until('the note', async () => (await end()).length > 0);
        expect(isStoreUnavailable(await broken)).toBe(true);
      });
      expect(await noted()).toEqual([]);
      expect(await deployMigrations(scratch.url, { dir, actor })).toEqual(['3_clean']);
      expect(await noted()).toEqual(['3_clean']);
    });
  });

  it('rejects a migration that was edited after it was applied', async () => {
    await deployMigrations(scratch.url, { dir });
    await write('1_one', 'CREATE TABLE one (id BIGINT);');
    await expect(deployMigrations(scratch.url, { dir })).rejects.toThrow(/1_one was edited/);
  });
});

it('has no migration that builds an index while a dropped one blocks readers', async () => {
  const migrations = path.join(__dirname, '../../prisma/migrations');
  for (const name of await readdir(migrations)) {
    if (name === 'migration_lock.toml') continue;
    const sql = await readFile(path.join(migrations, name, 'migration.sql'), 'utf8');
    expect([name, /^DROP INDEX[\s\S]*^CREATE (UNIQUE )?INDEX/m.test(sql)]).toEqual([name, false]);
  }
});
