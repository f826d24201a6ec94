import { startTestFrontier, type TestFrontier } from '../../test/test-frontier';
import { CompiledJobs } from './compiled-jobs';

describe('CompiledJobs', () => {
  let frontier: TestFrontier;
  beforeAll(async () => {
    frontier = await startTestFrontier();
  });
  afterAll(() => frontier.close());

  it.each([
    ['all jobs of a typical size', 1000, 8],
    ['the latest of the largest jobs', 20_000_000, 6],
  ])('keeps %s in memory', async (_, characters, kept) => {
    const jobs = new CompiledJobs(frontier.database);
    const jobIds: string[] = [];
    for (let job = 0; job < 8; job += 1) {
      const headers = { 'x-large': 'x'.repeat(characters) };
      jobIds.push(await frontier.actions.acceptBatch([], { changes: { headers } }));
    }
    const windows = new Map<string, unknown>();
    for (const jobId of jobIds) windows.set(jobId, (await jobs.find(jobId))?.window);
    expect(jobIds.filter((jobId) => jobs.known(jobId) !== undefined)).toEqual(jobIds.slice(-kept));
    for (const jobId of jobIds) expect((await jobs.find(jobId))?.window).toBe(windows.get(jobId));
  });
});
