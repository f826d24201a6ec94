import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { insertFrontierPage, settleFrontierRow } from '../../test/frontier-rows';
import { type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';

let harness: ResultsHarness;
beforeAll(async () => {
  harness = await startResultsHarness();
});
afterAll(() => harness.close());

const events = (jobId: string) =>
  harness.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } });
const pages = (jobId: string) => harness.database.page.findMany({ where: { jobId }, orderBy: { ordinal: 'asc' } });
const refusals = async (reason: string) => {
  const { values } = await harness.metrics.writesRefused.get();
  return values.find((value) => value.labels.reason === reason)?.value ?? 0;
};

describe('DocumentStore', () => {
  it('stores the page, its document, the counts and the webhook events', async () => {
    const jobId = await harness.insertJob({ webhook: {} });
    const message = testDocument(jobId, {
      metadata: { title: 'A page', numPages: 3 },
      content: { markdown: '# Hello', links: ['http://site.test/b'] },
    });
    await harness.store(message);

    expect(await harness.readJob(jobId)).toMatchObject({ completed: 1, failed: 0, creditsUsed: 3, state: 'scraping' });
    expect(await pages(jobId)).toMatchObject([
      { id: message.pageId, ordinal: 1, state: 'done', statusCode: 200, engine: 'http', creditsUsed: 3 },
    ]);
    const document = await harness.database.document.findUniqueOrThrow({ where: { pageId: message.pageId } });
    expect(document.metadata).toMatchObject({ title: 'A page', scrapeId: message.pageId, creditsUsed: 3 });
    expect(JSON.parse(gunzipSync(document.content!).toString())).toEqual({
      markdown: '# Hello',
      links: ['http://site.test/b'],
    });
    expect(await events(jobId)).toMatchObject([
      { sequence: 1, type: 'crawl.started', pageId: null },
      { sequence: 2, type: 'crawl.page', pageId: message.pageId },
    ]);
    expect(harness.published.of('pageStored')).toContainEqual({
      type: 'PageStored',
      jobId,
      pageId: message.pageId,
      state: 'done',
    });
  });

  it('stores pages of several jobs in one transaction, each with its document', async () => {
    const jobIds = [
      await harness.insertJob(),
      await harness.insertJob({ kind: 'batch', webhook: { events: ['page'] } }),
    ];
    const messages = [0, 1, 0, 1].map((job, index) =>
      testDocument(jobIds[job]!, { content: { markdown: `text ${index} ${'x'.repeat(index * 1000)}` } }),
    );
    await harness.store(...messages);
    for (const [index, message] of messages.entries()) {
      const { content } = await harness.database.document.findUniqueOrThrow({ where: { pageId: message.pageId } });
      expect(JSON.parse(gunzipSync(content!).toString()).markdown).toMatch(new RegExp(`^text ${index} x*$`));
    }
    expect((await pages(jobIds[1]!)).map((page) => page.ordinal)).toEqual([1, 2]);
    expect((await events(jobIds[1]!)).map((event) => event.type)).toEqual(['batch_scrape.page', 'batch_scrape.page']);
  });

  it('stores a failure without a document, an ordinal or a page event', async () => {
    const jobId = await harness.insertJob({ webhook: {} });
    await harness.store(testDocument(jobId, { failure: { reason: 'dns', message: 'No such host.' } }));
    expect(await harness.readJob(jobId)).toMatchObject({ completed: 0, failed: 1, creditsUsed: 0 });
    expect(await pages(jobId)).toMatchObject([
      { ordinal: null, state: 'failed', reason: 'dns', message: 'No such host.' },
    ]);
    expect(await events(jobId)).toEqual([]);
  });

  it('ends a scrape with its only page and notifies the gateways', async () => {
    const [done, failed] = [await harness.insertJob({ kind: 'scrape' }), await harness.insertJob({ kind: 'scrape' })];
    await harness.store(
      testDocument(done, { pageId: done }),
      testDocument(failed, { pageId: failed, failure: { reason: 'tls', message: 'Bad certificate.' } }),
    );
    expect(await harness.readJob(done)).toMatchObject({ state: 'completed', completedAt: expect.any(Date) });
    expect(await harness.readJob(failed)).toMatchObject({ state: 'failed', error: 'Bad certificate.' });
    const told = [...harness.published.of('pageStored'), ...harness.published.of('jobChanged')];
    // The page announces the end.
    expect(told.filter(({ jobId }) => jobId === done || jobId === failed)).toEqual([
      { type: 'PageStored', jobId: done, pageId: done, state: 'done' },
      { type: 'PageStored', jobId: failed, pageId: failed, state: 'failed' },
    ]);
  });

  it('stores a page once, within a batch and over batches', async () => {
    const jobId = await harness.insertJob({ webhook: {} });
    const message = testDocument(jobId);
    await harness.store(message, message);
    await harness.store(message);
    await harness.store({ ...message, epoch: 2 });
    expect(await harness.readJob(jobId)).toMatchObject({ completed: 1, creditsUsed: 1, webhookSequence: 2 });
    expect(await pages(jobId)).toHaveLength(1);
  });

  it('stores text that Postgres rejects', async () => {
    const jobId = await harness.insertJob();
    const message = testDocument(jobId, {
      url: 'http://site.test/\u0000x',
      metadata: { title: 'a\u0000b\ud800', 'og\u0000:x': ['\u0000'] },
    });
    await harness.store(message);
    const document = await harness.database.document.findUniqueOrThrow({ where: { pageId: message.pageId } });
    expect(document.metadata).toMatchObject({ title: 'ab\ufffd', 'og:x': [''] });
  });

  it('rejects and counts a result of an older lease', async () => {
    const jobId = await harness.insertJob();
    const pageId = randomUUID();
    await insertFrontierPage(harness.database, { id: pageId, jobId, state: 'leased', epoch: 3 });
    const before = await refusals('stale-epoch');
    await harness.store(testDocument(jobId, { pageId, epoch: 2 }));
    expect(await pages(jobId)).toEqual([]);
    expect(await refusals('stale-epoch')).toBe(before + 1);
    await harness.store(testDocument(jobId, { pageId, epoch: 3 }));
    expect(await pages(jobId)).toHaveLength(1);
  });

  it('rejects results of skipped pages, ended jobs and unknown jobs', async () => {
    const jobId = await harness.insertJob();
    const pageId = randomUUID();
    await insertFrontierPage(harness.database, { id: pageId, jobId, state: 'skipped', epoch: 1 });
    await harness.store(testDocument(jobId, { pageId }));
    const ended = await harness.insertJob({ kind: 'scrape' });
    await harness.store(testDocument(ended, { pageId: ended }));
    await harness.store(testDocument(ended), testDocument(randomUUID()));
    expect(await refusals('page-skipped')).toBe(1);
    expect(await refusals('job-ended')).toBe(1);
    expect(await refusals('unknown-job')).toBe(1);
    expect(await harness.readJob(ended)).toMatchObject({ completed: 1 });
  });

  it.each([
    // It ends with its page.
    { kind: 'scrape' as const, ends: [] },
    { kind: 'crawl' as const, ends: ['completed'] },
  ])('notifies again when the first notification failed: $kind', async ({ kind, ends }) => {
    const jobId = await harness.insertJob({ kind });
    const message = testDocument(jobId, kind === 'scrape' ? { pageId: jobId } : {});
    if (kind === 'crawl') await harness.settle(jobId, { pages: 1 });
    harness.published.isAway = true;
    await expect(harness.store(message)).rejects.toThrow('the broker is away');
    harness.published.isAway = false;
    await harness.store(message);
    const told = [...harness.published.of('pageStored'), ...harness.published.of('jobChanged')];
    expect(told.filter((one) => one.jobId === jobId)).toEqual([
      { type: 'PageStored', jobId, pageId: message.pageId, state: 'done' },
      ...ends.map((state) => ({ type: 'JobChanged', jobId, state })),
    ]);
  });

  it('keeps ordinals, counts and ends exact under concurrent stores, repetitions and settlements', async () => {
    const PAGES = 40;
    const kinds = ['crawl', 'batch', 'crawl'] as const;
    const jobs = await Promise.all(
      kinds.map((kind) => harness.insertJob({ kind, webhook: {}, urlLists: kind === 'batch' ? 1 : 0 })),
    );
    const messages = jobs.flatMap((jobId) =>
      Array.from({ length: PAGES }, (_, index) =>
        testDocument(jobId, index % 5 === 0 ? { failure: { reason: 'reset', message: 'Reset.' } } : {}),
      ),
    );
    await Promise.all(jobs.map((jobId) => settleFrontierRow(harness.database, jobId, { pages: PAGES, urlLists: 1 })));
    const settled = jobs.map((jobId) => () => harness.lifecycle.settle(jobId));
    // Batches over several jobs in any order could deadlock.
    const repeated = shuffle([...messages, ...messages.slice(0, 30)]);
    const batches = Array.from({ length: 50 }, (_, index) => repeated.slice(index * 3, index * 3 + 3));
    const work = shuffle([...settled, ...settled, ...batches.map((batch) => () => harness.store(...batch))]);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let next = work.shift(); next !== undefined; next = work.shift()) await next();
      }),
    );

    for (const jobId of jobs) {
      const expected = { state: 'completed', completed: 32, failed: 8, creditsUsed: 32, webhookSequence: 34 };
      expect(await harness.readJob(jobId)).toMatchObject(expected);
      const done = (await pages(jobId)).filter((page) => page.state === 'done');
      expect(done.map((page) => page.ordinal)).toEqual(done.map((_, index) => index + 1));
      const told = await events(jobId);
      expect(told.map((event) => event.sequence)).toEqual(told.map((_, index) => index + 1));
      expect(told.map((event) => event.type.split('.')[1])).toEqual([
        'started',
        ...Array.from({ length: 32 }, () => 'page'),
        'completed',
      ]);
    }
  });
});

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
