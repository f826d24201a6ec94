import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { deployMigrations, listMigrations, MIGRATIONS_DIR } from '../src/migrations/deploy-migrations';

/** A database as it was before the migration of that name, without its time. */
export async function startDatabaseBefore(migration: string): Promise<TestDatabase> {
  const scratch = await startTestDatabase();
  await scratch.database.$executeRawUnsafe('DROP SCHEMA public CASCADE');
  await scratch.database.$executeRawUnsafe('CREATE SCHEMA public');
  const earlier = await mkdtemp(path.join(tmpdir(), 'orbweaver-migrations-'));
  for (const name of await listMigrations()) {
    if (name.endsWith(`_${migration}`)) break;
    await cp(path.join(MIGRATIONS_DIR, name), path.join(earlier, name), { recursive: true });
  }
  await deployMigrations(scratch.url, earlier);
  await rm(earlier, { recursive: true });
  return scratch;
}
