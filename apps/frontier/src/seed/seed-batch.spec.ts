import { appendUrls } from '@orbweaver/persistence';
import { startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const at = (path: string) => `http://site.test${path}`;

describe('SeedBatch', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  it('makes every URL of a batch a page, including duplicates, and reads appended lists even after the end', async () => {
    const { actions, starter, database, publisher, seeder } = frontier;
    const jobId = await actions.batch([at('/a'), at('/a'), at('/b')]);
    for (const page of await actions.lease()) await actions.done(page);
    expect(publisher.take('jobSettled')).toMatchObject([{ pages: 3, urlLists: 1 }]);
    const { teamId } = await actions.job(jobId);
    await appendUrls(database, { jobId, teamId, urls: [{ url: at('/a'), sourceUrl: at('/a') }] });
    await starter.takeUrlLists(jobId);
    await seeder.seed({ jobId, kind: 'batch' });
    await starter.takeUrlLists(jobId);
    expect(await actions.job(jobId)).toMatchObject({ state: 'running', urlListsTaken: 2, queued: 1 });
    for (const page of await actions.lease()) await actions.done(page);
    expect(publisher.take('jobSettled')).toMatchObject([{ pages: 4, urlLists: 2 }]);
  });

  it('continues a partly read list', async () => {
    const { actions, database } = frontier;
    const jobId = await actions.batch([at('/a'), at('/b')]);
    await database.$executeRaw`DELETE FROM frontier_pages WHERE job_id = ${jobId}::uuid AND url = ${at('/b')}`;
    await database.$executeRaw`
      UPDATE frontier_jobs SET url_lists_taken = 0, queued = 1, admitted = 1, seeding_until = now()
      WHERE id = ${jobId}::uuid`;
    await actions.start(jobId);
    expect(await actions.job(jobId)).toMatchObject({ queued: 2, urlListsTaken: 1, seedingUntil: null });
  });
});
