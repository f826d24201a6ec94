import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { deployMigrations, listMigrations, MIGRATIONS_DIR } from '../src/migrations/deploy-migrations';

export const startDatabaseBefore = (migration: string): Promise<TestDatabase> =>
  startDatabaseOf((all) => all.findIndex((name) => name.endsWith(`_${migration}`)));

export const startDatabaseAfter = (migration: string): Promise<TestDatabase> =>
  startDatabaseOf((all) => all.indexOf(migration) + 1);

async function startDatabaseOf(countMigrations: (all: string[]) => number): Promise<TestDatabase> {
  const scratch = await startTestDatabase();
  await scratch.database.$executeRawUnsafe('DROP SCHEMA public CASCADE');
  await scratch.database.$executeRawUnsafe('CREATE SCHEMA public');
  const earlier = await mkdtemp(path.join(tmpdir(), 'orbweaver-migrations-'));
  const all = await listMigrations();
  for (const name of all.slice(0, countMigrations(all)))
    await cp(path.join(MIGRATIONS_DIR, name), path.join(earlier, name), { recursive: true });
  await deployMigrations(scratch.url, { dir: earlier });
  await rm(earlier, { recursive: true });
  return scratch;
}
