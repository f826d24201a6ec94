import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, type TestDatabase, until } from '@orbweaver/testing';
import { deployMigrations } from './deploy-migrations';

let scratch: TestDatabase;
let dir: string;
beforeEach(async () => {
  scratch = await startTestDatabase();
  await scratch.database.$executeRawUnsafe('DROP TABLE _prisma_migrations');
  dir = await mkdtemp(path.join(tmpdir(), 'orbweaver-migrations-'));
});
afterEach(async () => {
  await scratch.close();
  await rm(dir, { recursive: true });
});

async function migrate(name: string, sql: string): Promise<string[]> {
  await mkdir(path.join(dir, name));
  await writeFile(path.join(dir, name, 'migration.sql'), sql);
  return deployMigrations(scratch.url, { dir });
}

const CREATE = `-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "pages_default_note_idx" ON "pages_default" ("message") WHERE message LIKE 'note%';`;
const DROP = `-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "pages_default_note_idx";`;

async function tablesWithIndex(): Promise<string[]> {
  const rows = await scratch.database.$queryRaw<{ name: string }[]>`
    SELECT indrelid::regclass::text AS name FROM pg_index
    WHERE indisvalid AND pg_get_indexdef(indexrelid) LIKE 'CREATE UNIQUE INDEX %note%' ORDER BY 1`;
  return rows.map(({ name }) => name);
}

const allPartitions = async () => {
  const rows = await scratch.database.$queryRaw<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'pages'::regclass ORDER BY 1`;
  return rows.map(({ name }) => name);
};

const addNote = (id: string) =>
  scratch.database.$executeRawUnsafe(`
  INSERT INTO pages (id, job_id, team_id, state, epoch, url, source_url, depth, message)
  VALUES ('${id}', gen_random_uuid(), gen_random_uuid(), 'failed', 1, '', '', 0, 'note')`);

describe('migrations outside a transaction', () => {
  it('creates and drops an index of the default partition in the partitions of days too', async () => {
    expect((await allPartitions()).length).toBeGreaterThan(1);
    await migrate('20990101000000_create', CREATE);
    expect(await tablesWithIndex()).toEqual(await allPartitions());
    await migrate('20990101000001_drop', DROP);
    expect(await tablesWithIndex()).toEqual([]);
  });

  it('lets others write while a migration waits for earlier transactions', async () => {
    const deployed = await scratch.database.$transaction(async (earlier) => {
      await earlier.$executeRaw`LOCK TABLE pages_default IN ROW EXCLUSIVE MODE`;
      const deploying = migrate('20990101000000_create', CREATE);
      const waits = () => scratch.database.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%CONCURRENTLY%' AND wait_event_type = 'Lock'`;
      await until('the migration to wait', async () => (await waits()).length > 0);
      expect(await addNote('00000000-0000-0000-0000-000000000001')).toBe(1);
      return { deploying };
    });
    expect(await deployed.deploying).toEqual(['20990101000000_create']);
    expect(await tablesWithIndex()).toEqual(await allPartitions());
  });

  it('reports a failed migration, and leaves no part of an index that blocks the next attempt', async () => {
    await addNote('00000000-0000-0000-0000-000000000001');
    await addNote('00000000-0000-0000-0000-000000000002');
    await expect(migrate('20990101000000_create', CREATE)).rejects.toThrow(
      /20990101000000_create failed.*could not create/,
    );
    await scratch.database.$executeRaw`DELETE FROM pages`;
    await scratch.database.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now()`;
    expect(await deployMigrations(scratch.url, { dir })).toEqual(['20990101000000_create']);
    expect(await tablesWithIndex()).toEqual(await allPartitions());
  });

  it('fills a column in steps that are committed one by one', async () => {
    await addNote('00000000-0000-0000-0000-000000000001');
    await migrate(
      '20990101000000_fill',
      `-- outside a transaction
       DO $$ BEGIN
         LOOP
           UPDATE pages SET reason = 'dns' WHERE id IN (SELECT id FROM pages WHERE reason IS NULL LIMIT 1000);
           EXIT WHEN NOT FOUND;
           COMMIT;
         END LOOP;
       END $$;`,
    );
    expect(await scratch.database.$queryRaw`SELECT reason FROM pages`).toEqual([{ reason: 'dns' }]);
  });
});

it('rolls back and retries a migration that holds locks for long', async () => {
  await scratch.database.$executeRaw`CREATE SEQUENCE tries`;
  const sql = `ALTER TABLE pages ADD COLUMN x INT; SELECT pg_sleep(CASE nextval('tries') WHEN 1 THEN 3600 ELSE 0 END);`;
  expect(await migrate('20990101000000_long', sql)).toEqual(['20990101000000_long']);
});
