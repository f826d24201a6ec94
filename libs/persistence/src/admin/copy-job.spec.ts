import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { insertTestTeam } from '../../test/insert-schedule';
import { newJobId } from '../partitions/day-partitions';
import { copyJob } from './copy-job';

let test: TestDatabase;
beforeAll(async () => {
  test = await startTestDatabase();
});
afterAll(() => test.close());

it.each([
  ['crawl', true],
  ['batch', true],
  ['scrape', false],
  ['schedule', false],
])('decides whether an ended job of the kind %s is copied: %s', async (kind, expected) => {
  const { database } = test;
  const teamId = await insertTestTeam(database);
  const jobId = newJobId();
  const expiresAt = new Date(Date.now() + 60_000);
  const spec = { kind, scrape: {} };
  await database.job.create({ data: { id: jobId, teamId, kind, state: 'completed', spec, expiresAt } });
  expect(await copyJob(database, { jobId, newId: newJobId(), limits: undefined })).toBe(expected);
});
