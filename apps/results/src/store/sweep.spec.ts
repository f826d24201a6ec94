import { settleFrontierRow } from '../../test/frontier-rows';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { CANCELLED_STORE_GRACE_MS } from './decide-end';
import { sweep } from './sweep';

const MINUTE_MS = 60_000;

let harness: ResultsHarness;
beforeEach(async () => {
  harness = await startResultsHarness();
});
afterEach(() => harness.close());

const runSweep = () =>
  sweep({ database: harness.database, transactions: harness.transactions, log: quietLog }, harness.time.nowMs);

describe('sweep', () => {
  it('ends a cancelled job without its missing pages after the grace period', async () => {
    const jobId = await harness.insertJob();
    await harness.settle(jobId, { pages: 3, reason: 'cancelled' });
    harness.time.nowMs += CANCELLED_STORE_GRACE_MS - 1;
    await runSweep();
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'scraping' });
    harness.time.nowMs += 1;
    await runSweep();
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'cancelled' });
  });

  it('fails a scrape without a result after its deadline and the grace period', async () => {
    const createdAt = new Date(harness.time.nowMs);
    const jobId = await harness.insertJob({ kind: 'scrape', createdAt });
    harness.time.nowMs += MINUTE_MS - 1;
    await runSweep();
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'scraping' });
    harness.time.nowMs += 1;
    await runSweep();
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'failed', failed: 1 });
    const page = await harness.database.page.findUniqueOrThrow({ where: { id: jobId } });
    expect(page).toMatchObject({ state: 'failed', reason: 'timed-out', url: 'http://site.test/' });
  });

  it('ends a settled job with all its pages when its last message was lost', async () => {
    const jobId = await harness.insertJob();
    const settled = { settledPages: 0, settledUrlLists: 0, settledReason: 'finished', settledAt: new Date() };
    await harness.database.job.update({ where: { id: jobId }, data: settled });
    await settleFrontierRow(harness.database, jobId, { pages: 0 });
    await runSweep();
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'completed' });
  });
});
