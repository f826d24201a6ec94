import { randomUUID } from 'node:crypto';
import {
  quietLog,
  type ResultsHarness,
  reopenFrontierRow,
  settleFrontierRow,
  startResultsHarness,
  testDocument,
} from '../../test/results-harness';
import { CANCELLED_STORE_GRACE_MS } from './decide-end';
import { notifyStart, settleJob } from './settle-job';
import { sweep } from './sweep';

const MINUTE_MS = 60_000;

let bench: ResultsHarness;
beforeEach(async () => {
  bench = await startResultsHarness();
});
afterEach(() => bench.close());

const runSweep = () => sweep({ database: bench.database, writer: bench.writer, log: quietLog }, bench.clock.nowMs);
const eventTypes = async (jobId: string) =>
  (await bench.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } })).map(
    (event) => event.type,
  );

describe('settleJob', () => {
  it('ends a job without pages at once, as failed with its reason', async () => {
    const jobId = await bench.insertJob({ webhook: {} });
    await notifyStart(bench.writer, { type: 'StartJob', jobId });
    await notifyStart(bench.writer, { type: 'StartJob', jobId });
    await bench.settle(jobId, { pages: 0, reason: 'failed', error: 'The start URL cannot be resolved.' });
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'failed', error: 'The start URL cannot be resolved.' });
    const events = await bench.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } });
    expect(events).toMatchObject([
      { type: 'crawl.started', error: null },
      { type: 'crawl.failed', error: 'The start URL cannot be resolved.' },
    ]);
  });

  it('waits for the pages, and takes a later and larger count', async () => {
    const jobId = await bench.insertJob({ kind: 'batch', webhook: {}, urlLists: 2 });
    await bench.settle(jobId, { pages: 1, urlLists: 1 });
    await bench.store(testDocument(jobId));
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'scraping', completed: 1 });
    await bench.settle(jobId, { pages: 2, urlLists: 2 });
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'scraping', settledPages: 2, settledUrlLists: 2 });
    await bench.store(testDocument(jobId));
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'completed', completed: 2 });
    expect((await eventTypes(jobId)).at(-1)).toBe('batch_scrape.completed');
  });

  it('takes a later and smaller count, as of a page that turned out to be another one when it was rendered again', async () => {
    const jobId = await bench.insertJob();
    await bench.settle(jobId, { pages: 2 });
    await bench.store(testDocument(jobId));
    await bench.settle(jobId, { pages: 1 });
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'completed', completed: 1, settledPages: 1 });
  });

  it('believes the frontier rather than a message that is late', async () => {
    const jobId = await bench.insertJob();
    await bench.store(testDocument(jobId));
    await bench.settle(jobId, { pages: 2 });
    await reopenFrontierRow(bench.database, jobId);
    await settleJob(bench.writer, { jobId }, bench.clock.nowMs);
    await bench.store(testDocument(jobId));
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'scraping', completed: 2 });
    await bench.settle(jobId, { pages: 3 });
    await bench.store(testDocument(jobId));
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'completed', completed: 3 });
  });

  it('sends only the events that the caller asked for', async () => {
    const jobId = await bench.insertJob({ webhook: { events: ['completed'] } });
    await notifyStart(bench.writer, { type: 'StartJob', jobId });
    await bench.store(testDocument(jobId));
    await bench.settle(jobId, { pages: 1 });
    expect(await eventTypes(jobId)).toEqual(['crawl.completed']);
  });

  it('tells that a job is cancelled', async () => {
    const jobId = await bench.insertJob({ webhook: {}, cancelRequestedAt: new Date() });
    await bench.settle(jobId, { pages: 0, reason: 'cancelled' });
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'cancelled' });
    expect(await eventTypes(jobId)).toEqual(['crawl.started', 'crawl.cancelled']);
    expect(bench.published.of('jobChanged')).toEqual([{ type: 'JobChanged', jobId, state: 'cancelled' }]);
  });

  it('ignores jobs that are gone', async () => {
    await expect(settleJob(bench.writer, { jobId: randomUUID() }, bench.clock.nowMs)).resolves.toBeUndefined();
  });
});

describe('sweep', () => {
  it('ends a cancelled job whose pages stay away, after the grace', async () => {
    const jobId = await bench.insertJob();
    await bench.settle(jobId, { pages: 3, reason: 'cancelled' });
    bench.clock.nowMs += CANCELLED_STORE_GRACE_MS - 1;
    await runSweep();
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'scraping' });
    bench.clock.nowMs += 1;
    await runSweep();
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'cancelled' });
  });

  it('fails a scrape that nobody answered within its time and a grace', async () => {
    const createdAt = new Date(bench.clock.nowMs);
    const jobId = await bench.insertJob({ kind: 'scrape', createdAt });
    bench.clock.nowMs += MINUTE_MS - 1;
    await runSweep();
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'scraping' });
    bench.clock.nowMs += 1;
    await runSweep();
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'failed', failed: 1 });
    const page = await bench.database.page.findUniqueOrThrow({ where: { id: jobId } });
    expect(page).toMatchObject({ state: 'failed', reason: 'timed-out', url: 'http://site.test/' });
  });

  it('ends a settled job that has everything, should its last step have been lost', async () => {
    const jobId = await bench.insertJob();
    const settled = { settledPages: 0, settledUrlLists: 0, settledReason: 'finished', settledAt: new Date() };
    await bench.database.job.update({ where: { id: jobId }, data: settled });
    await settleFrontierRow(bench.database, jobId, { pages: 0 });
    await runSweep();
    expect(await bench.readJob(jobId)).toMatchObject({ state: 'completed' });
  });
});
