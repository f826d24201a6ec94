import { randomBytes } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { openDatabase } from './database';
import { connectionName, findMissingSettings, readConnectionBudget } from './session-check';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

it('returns the SQL for settings that a pooler does not pass on', async () => {
  expect(await findMissingSettings(scratch.database)).toEqual([]);
  const roleUrl = new URL(scratch.url);
  const role = `pooled_${randomBytes(4).toString('hex')}`;
  roleUrl.username = role;
  roleUrl.password = 'pooled';
  await scratch.database.$executeRawUnsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'pooled'`);
  const open = () => openDatabase({ url: roleUrl.href, poolSize: 1, behindPooler: true });
  const before = open();
  const missing = await findMissingSettings(before);
  expect(missing).toContain("ALTER ROLE CURRENT_USER SET enable_seqscan = 'off'");
  for (const sql of missing) await before.$queryRawUnsafe(sql);
  await before.$disconnect();
  const after = open();
  expect(await findMissingSettings(after)).toEqual([]);
  for (let times = 0; times < 20; times += 1) await after.$queryRaw`SELECT 1`;
  expect(await after.$queryRaw`SELECT name FROM pg_prepared_statements`).toEqual([]);
  await after.$disconnect();
  await scratch.database.$executeRawUnsafe(`DROP ROLE ${role}`);
});

it('sums the maximum connections of all processes', async () => {
  const pools = [3, 300].map((poolSize) =>
    openDatabase({ url: scratch.url, poolSize, name: connectionName(`gateway ${poolSize}@host`, poolSize) }),
  );
  for (const pool of pools) await Promise.all([1, 2].map(() => pool.$queryRaw`SELECT pg_sleep(0.05)`));
  const { available, wanted } = await readConnectionBudget(scratch.database);
  expect(wanted).toBe(303);
  expect(available).toBe(397);
  for (const pool of pools) await pool.$disconnect();
});
