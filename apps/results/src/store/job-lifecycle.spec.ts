import { randomUUID } from 'node:crypto';
import { reopenFrontierRow } from '../../test/frontier-rows';
import { type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';

let harness: ResultsHarness;
beforeEach(async () => {
  harness = await startResultsHarness();
});
afterEach(() => harness.close());

const eventTypes = async (jobId: string) =>
  (await harness.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } })).map(
    (event) => event.type,
  );

describe('JobLifecycle', () => {
  it('ends a job without pages at once, as failed with its reason', async () => {
    const jobId = await harness.insertJob({ webhook: {} });
    await harness.lifecycle.start(jobId);
    await harness.lifecycle.start(jobId);
    await harness.settle(jobId, { pages: 0, reason: 'failed', error: 'The start URL cannot be resolved.' });
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'failed', error: 'The start URL cannot be resolved.' });
    const events = await harness.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } });
    expect(events).toMatchObject([
      { type: 'crawl.started', error: null },
      { type: 'crawl.failed', error: 'The start URL cannot be resolved.' },
    ]);
  });

  const headers = { Cookie: 'session=secret', Authorization: 'Bearer secret' };
  it.each([
    ['a crawl that completes', 'crawl', 'finished'],
    ['a batch that is cancelled', 'batch', 'cancelled'],
    ['a crawl that fails', 'crawl', 'failed'],
    ['a scrape', 'scrape', 'finished'],
  ] as const)('erases the header values of %s in the transaction that ends it', async (_, kind, reason) => {
    const jobId = await harness.insertJob({ kind, headers });
    const specOf = async () => (await harness.readJob(jobId)).spec as { scrape: { headers: object } };
    const before = await specOf();
    if (kind === 'scrape') await harness.store(testDocument(jobId, { pageId: jobId }));
    else {
      await harness.store(testDocument(jobId));
      expect(await specOf()).toEqual(before);
      await harness.settle(jobId, { pages: 1, reason, error: reason === 'failed' ? 'No.' : undefined });
    }
    expect((await harness.readJob(jobId)).state).not.toBe('scraping');
    const after = await specOf();
    const erased = { headers: { Cookie: '', Authorization: '' }, headersErased: true };
    expect(after).toEqual({ ...before, scrape: { ...before.scrape, ...erased } });
  });

  it('does not mark empty header values as erased', async () => {
    const empty = { 'X-A': '' };
    const jobId = await harness.insertJob({ kind: 'batch', headers: empty, webhook: { headers: empty, events: [] } });
    const before = await harness.readJob(jobId);
    await harness.settle(jobId, { pages: 0 });
    const { spec, webhook, state } = await harness.readJob(jobId);
    expect({ spec, webhook, state }).toEqual({ spec: before.spec, webhook: before.webhook, state: 'completed' });
  });

  it.each([
    ['no event is pending', { events: ['started'] }, ''],
    ['the last event is pending', { events: ['completed'] }, 'Bearer secret'],
  ] as const)(
    'erases webhook headers at the end of a job unless an event is pending: %s',
    async (_, { events }, value) => {
      const webhook = { headers: { Authorization: 'Bearer secret' }, events: [...events] };
      const jobId = await harness.insertJob({ webhook });
      await harness.lifecycle.start(jobId);
      await harness.database.webhookEvent.updateMany({ where: { jobId }, data: { state: 'delivered' } });
      await harness.settle(jobId, { pages: 0 });
      expect((await harness.readJob(jobId)).webhook).toMatchObject({ headers: { Authorization: value } });
    },
  );

  it('waits for the pages, and accepts a later and larger count', async () => {
    const jobId = await harness.insertJob({ kind: 'batch', webhook: {}, urlLists: 2 });
    await harness.settle(jobId, { pages: 1, urlLists: 1 });
    await harness.store(testDocument(jobId));
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'scraping', completed: 1 });
    await harness.settle(jobId, { pages: 2, urlLists: 2 });
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'scraping', settledPages: 2, settledUrlLists: 2 });
    await harness.store(testDocument(jobId));
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'completed', completed: 2 });
    expect((await eventTypes(jobId)).at(-1)).toBe('batch_scrape.completed');
  });

  it('accepts a later and smaller count, as after a redirect to a known page', async () => {
    const jobId = await harness.insertJob();
    await harness.settle(jobId, { pages: 2 });
    await harness.store(testDocument(jobId));
    await harness.settle(jobId, { pages: 1 });
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'completed', completed: 1, settledPages: 1 });
  });

  it("trusts the frontier's row over a late message", async () => {
    const jobId = await harness.insertJob();
    await harness.store(testDocument(jobId));
    await harness.settle(jobId, { pages: 2 });
    await reopenFrontierRow(harness.database, jobId);
    await harness.lifecycle.settle(jobId);
    await harness.store(testDocument(jobId));
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'scraping', completed: 2 });
    await harness.settle(jobId, { pages: 3 });
    await harness.store(testDocument(jobId));
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'completed', completed: 3 });
  });

  it('adds only requested webhook events', async () => {
    const jobId = await harness.insertJob({ webhook: { events: ['completed'] } });
    await harness.lifecycle.start(jobId);
    await harness.store(testDocument(jobId));
    await harness.settle(jobId, { pages: 1 });
    expect(await eventTypes(jobId)).toEqual(['crawl.completed']);
  });

  it('announces a cancelled job', async () => {
    const jobId = await harness.insertJob({ webhook: {}, cancelRequestedAt: new Date() });
    await harness.settle(jobId, { pages: 0, reason: 'cancelled' });
    expect(await harness.readJob(jobId)).toMatchObject({ state: 'cancelled' });
    expect(await eventTypes(jobId)).toEqual(['crawl.started', 'crawl.cancelled']);
    expect(harness.published.of('jobChanged')).toEqual([{ type: 'JobChanged', jobId, state: 'cancelled' }]);
  });

  it('ignores deleted jobs', async () => {
    await expect(harness.lifecycle.settle(randomUUID())).resolves.toBeUndefined();
  });
});
