import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { BEFORE_ALL_JOBS, deleteOrphanedFrontier, findOrphanedFrontiers } from './delete-orphaned-frontier';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

describe('findOrphanedFrontiers', () => {
  it('visits all jobs in bounded steps and finds the deleted ones', async () => {
    const { database } = scratch;
    await database.$executeRaw`
      INSERT INTO frontier_jobs (id, team_id, kind)
      SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), 'crawl'
      FROM generate_series(1, 2500) n`;
    const deleted = [1, 1000, 1001, 2500].map(idOf);
    await database.$executeRaw`
      INSERT INTO jobs (id, team_id, kind, spec, expires_at)
      SELECT id, team_id, kind, '{}', now() FROM frontier_jobs WHERE id <> ALL(${deleted}::uuid[])`;
    const found: string[][] = [];
    let after = BEFORE_ALL_JOBS;
    do {
      const search = await findOrphanedFrontiers(database, after);
      found.push(search.jobIds);
      after = search.after;
    } while (after !== BEFORE_ALL_JOBS);
    expect(found).toEqual([deleted.slice(0, 2), deleted.slice(2, 3), deleted.slice(3)]);
    for (const jobId of deleted) expect(await deleteOrphanedFrontier(database, jobId)).toBe(false);
    expect(await database.frontierJob.count()).toBe(2496);
  });
});
