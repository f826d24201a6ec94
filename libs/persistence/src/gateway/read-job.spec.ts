import { randomUUID } from 'node:crypto';
import { scrapeSpec, startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { acceptJob } from './accept-job';
import { readJob } from './read-job';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

describe('readJob', () => {
  it.each([
    ['not started', undefined, { admitted: null, listed: 4 }],
    ['within the first list', { admitted: 1, known: 1, urlListsTaken: 0 }, { admitted: 1, listed: 3 }],
    [
      'the whole first list, not marked as taken',
      { admitted: 2, known: 2, urlListsTaken: 0 },
      { admitted: 2, listed: 2 },
    ],
    ['after the first list', { admitted: 2, known: 2, urlListsTaken: 1 }, { admitted: 2, listed: 2 }],
    ['with a failed page', { admitted: 1, known: 2, failed: 1, urlListsTaken: 1 }, { admitted: 1, listed: 2 }],
    [
      'the whole last list, not marked as taken',
      { admitted: 4, known: 4, urlListsTaken: 1 },
      { admitted: 4, listed: 0 },
    ],
    ['after the last list', { admitted: 4, known: 4, urlListsTaken: 2 }, { admitted: 4, listed: 0 }],
  ])('counts each URL of a batch once: %s', async (_when, frontier, seen) => {
    const { database } = scratch;
    const teamId = randomUUID();
    const id = randomUUID();
    await database.team.create({ data: { id: teamId, name: teamId } });
    await acceptJob(database, {
      id,
      teamId,
      isLimited: false,
      spec: { kind: 'batch', scrape: scrapeSpec() },
      origin: 'api',
      expiresAt: new Date('2040-01-01'),
    });
    await database.job.update({ where: { id }, data: { namedUrls: 4 } });
    // Not arrays: reading the lists, which may be long, would fail.
    await database.jobUrlList.createMany({ data: [0, 1].map((position) => ({ jobId: id, position, urls: 'a list' })) });
    if (frontier !== undefined) await database.frontierJob.create({ data: { id, teamId, kind: 'batch', ...frontier } });
    expect(await readJob(database, { jobId: id, teamId })).toMatchObject(seen);
  });
});
