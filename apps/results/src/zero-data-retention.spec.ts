import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { DirectReply } from '@orbweaver/contracts';
import { RowContents } from '@orbweaver/object-store';
import {
  eraseFrontier,
  findFrontiersToErase,
  holdEphemeralJob,
  noteCompleteRead,
  requestRedeliveryOfJob,
} from '@orbweaver/persistence';
import { dispatcherHarness } from '../test/dispatcher-harness';
import { insertFrontierPage, settleFrontierRow } from '../test/frontier-rows';
import { quietLog } from '../test/results-harness';
import { testDocument } from '../test/test-document';
import { eraseDue } from './retention/erase-due';

const HOLD_MS = 10 * 60_000;
const harness = dispatcherHarness();
const secretPage = { url: 'http://secret.test/', metadata: { title: 'secret' }, content: { markdown: 'secret' } };
const secretFailure = { url: 'http://secret.test/', failure: { reason: 'dns', message: 'no secret.test' } } as const;

/** Every row of every table, including contents of documents. */
async function dump(): Promise<string> {
  const { database } = harness.results;
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  const rows: unknown[] = [];
  for (const { name } of tables) rows.push(await database.$queryRawUnsafe(`SELECT to_jsonb(t) FROM "${name}" t`));
  const documents = await database.document.findMany();
  return JSON.stringify([rows, documents.map(({ content }) => gunzipSync(content!).toString())]);
}

const erase = (nowMs: number) =>
  eraseDue(
    { database: harness.results.database, contents: new RowContents(), log: quietLog },
    { nowMs, signal: new AbortController().signal },
  );

async function eraseAll(nowMs: number): Promise<void> {
  const { database } = harness.results;
  await erase(nowMs);
  const { signal } = new AbortController();
  for (const jobId of await findFrontiersToErase(database, 100)) {
    await eraseFrontier(database, jobId, { now: new Date(nowMs), signal });
  }
  await erase(nowMs + 1000);
}

/** A batch with a page and a failure that the caller has not read. */
async function finishBatch(webhook?: object): Promise<string> {
  const { results } = harness;
  const jobId = await results.insertJob({ kind: 'batch', urlLists: 1, zeroDataRetention: true, webhook });
  await results.database.jobUrlList.updateMany({ where: { jobId }, data: { urls: [{ url: 'http://secret.test/' }] } });
  await settleFrontierRow(results.database, jobId, { pages: 2, urlLists: 1 });
  await insertFrontierPage(results.database, { id: randomUUID(), jobId, state: 'done', epoch: 1 });
  await results.database.frontierPage.updateMany({ where: { jobId }, data: { url: 'http://secret.test/' } });
  await results.store(testDocument(jobId, secretPage), testDocument(jobId, secretFailure));
  await results.settle(jobId, { pages: 2, urlLists: 1 });
  expect(await results.readJob(jobId)).toMatchObject({ state: 'completed', creditsUsed: 2 });
  return jobId;
}

describe('a scrape with zeroDataRetention', () => {
  it('is counted and charged once, and its document is sent to the caller instead of stored', async () => {
    const { results } = harness;
    const jobId = await results.insertJob({ kind: 'scrape', zeroDataRetention: true });
    const message = { ...testDocument(jobId, { pageId: jobId, ...secretPage }), zeroDataRetention: true };
    await results.store(message);
    await results.store(message);
    expect(await results.readJob(jobId)).toMatchObject({ state: 'completed', completed: 1, creditsUsed: 2 });
    const handed = results.published.of('directReply') as DirectReply[];
    expect(handed).toHaveLength(2);
    for (const { pageId, result, content } of handed) {
      expect(pageId).toBe(jobId);
      expect(result).toMatchObject({ kind: 'done', metadata: { title: 'secret', scrapeId: jobId, creditsUsed: 2 } });
      expect(JSON.parse(gunzipSync(content!).toString())).toEqual(secretPage.content);
    }
    expect(await results.database.creditEntry.count()).toBe(1);
    expect(await dump()).not.toContain('secret');
  });

  it('reports a failure to the waiting caller only', async () => {
    const { results } = harness;
    const jobId = await results.insertJob({ kind: 'scrape', zeroDataRetention: true });
    await results.store({ ...testDocument(jobId, { pageId: jobId, ...secretFailure }), zeroDataRetention: true });
    expect(await results.readJob(jobId)).toMatchObject({ state: 'failed', failed: 1, creditsUsed: 0, error: null });
    expect(results.published.of('directReply')).toMatchObject([
      { pageId: jobId, result: { kind: 'failed', failure: secretFailure.failure } },
    ]);
    expect(await dump()).not.toContain('secret');
  });
});

describe('an ended job with zeroDataRetention', () => {
  it('is kept for an unread hold period, and then erased completely', async () => {
    const { results } = harness;
    const jobId = await finishBatch();
    await erase(results.time.nowMs + HOLD_MS - 1000);
    expect(await dump()).toContain('secret');
    await eraseAll(results.time.nowMs + HOLD_MS);
    expect(await dump()).not.toContain('secret');
    expect(await results.readJob(jobId)).toMatchObject({
      state: 'completed',
      completed: 1,
      failed: 1,
      eraseDueAt: null,
    });
  });

  it('is erased when it was read completely', async () => {
    const { results } = harness;
    const jobId = await finishBatch();
    const graceMs = 120_000;
    await noteCompleteRead(results.database, { jobId, completed: 0, graceMs });
    await eraseAll(Date.now() + graceMs + 1000);
    expect(await dump()).toContain('secret');
    await noteCompleteRead(results.database, { jobId, completed: 1, graceMs });
    await eraseAll(Date.now());
    expect(await dump()).toContain('secret');
    await eraseAll(Date.now() + graceMs + 1000);
    expect(await dump()).not.toContain('secret');
  });

  it('waits for untried page events of its webhook, even after it was read', async () => {
    const { results } = harness;
    const receiver = await harness.startReceiver();
    receiver.failNext(1);
    const jobId = await finishBatch({ url: receiver.url, events: ['page'] });
    const note = () => noteCompleteRead(results.database, { jobId, completed: 1, graceMs: 0 });
    const { eraseDueAt } = await results.readJob(jobId);
    await note();
    expect((await results.readJob(jobId)).eraseDueAt).toEqual(eraseDueAt);
    await harness.dispatch(harness.createDispatcher());
    await note();
    expect((await results.readJob(jobId)).eraseDueAt!.getTime()).toBeLessThan(eraseDueAt!.getTime());
  });

  it('is kept longer while it is read, until it expires', async () => {
    const { results } = harness;
    const jobId = await finishBatch();
    const expiresAt = new Date(Date.now() + 24 * 3_600_000);
    await results.database.job.update({ where: { id: jobId }, data: { expiresAt } });
    const dueAfter = async (dueInMs: number, holdMs: number) => {
      const eraseDueAt = new Date(Date.now() + dueInMs);
      await results.database.job.update({ where: { id: jobId }, data: { eraseDueAt } });
      await holdEphemeralJob(results.database, { jobId, holdMs });
      const job = await results.readJob(jobId);
      return job.eraseDueAt!.getTime() - eraseDueAt.getTime();
    };
    expect(await dueAfter(HOLD_MS - 30_000, HOLD_MS)).toBe(0);
    expect(await dueAfter(HOLD_MS - 90_000, HOLD_MS)).toBeGreaterThanOrEqual(90_000);
    await dueAfter(0, 48 * 3_600_000);
    expect((await results.readJob(jobId)).eraseDueAt).toEqual(expiresAt);
  });

  it('is erased by the next round after an aborted one, and stores no repeated page', async () => {
    const { results } = harness;
    const jobId = await finishBatch();
    const [page] = await results.database.page.findMany({ where: { jobId, state: 'done' } });
    // Aborted after the first statement.
    await results.database.job.update({ where: { id: jobId }, data: { erasedAt: new Date(), spec: {} } });
    await eraseAll(results.time.nowMs + HOLD_MS);
    await results.store(testDocument(jobId, { pageId: page!.id, ...secretPage }));
    expect(await dump()).not.toContain('secret');
    expect(await results.readJob(jobId)).toMatchObject({ completed: 1, creditsUsed: 2 });
  });

  it.each([
    [
      'documents',
      'WITH d AS (DELETE FROM documents RETURNING page_id) UPDATE pages SET url = page_id::text FROM d WHERE id = page_id',
    ],
    ['failures', "UPDATE pages SET url = '', source_url = '', message = NULL WHERE state = 'failed'"],
    ['URL lists', 'DELETE FROM job_url_lists'],
  ])('remains due for erasure while another replica, which may abort, is at its %s', async (_, step) => {
    const { results } = harness;
    const jobId = await finishBatch();
    const nowMs = results.time.nowMs + HOLD_MS;
    const whileErased = results.database.prisma.$transaction(async (other) => {
      await other.$executeRawUnsafe(step);
      await eraseAll(nowMs);
      throw new Error('drained');
    });
    await expect(whileErased).rejects.toThrow('drained');
    expect(await results.readJob(jobId)).toMatchObject({ erasedAt: expect.any(Date), eraseDueAt: expect.any(Date) });
    expect(await dump()).toContain('secret');
    await eraseAll(nowMs + HOLD_MS);
    expect(await results.readJob(jobId)).toMatchObject({ eraseDueAt: null });
    expect(await dump()).not.toContain('secret');
  });

  it('is erased in bounded steps when it is large', async () => {
    const { results } = harness;
    const jobId = await results.insertJob({ kind: 'batch', zeroDataRetention: true });
    await results.store(testDocument(jobId, secretPage));
    await results.database.$executeRaw`
      INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth, message)
      SELECT gen_random_uuid(), job_id, team_id, NULL, 'failed', 1, url, source_url, 0, 'secret'
      FROM pages, generate_series(1, 25_000) WHERE job_id = ${jobId}::uuid`;
    await results.settle(jobId, { pages: 1 });
    const { signal } = new AbortController();
    const turn = () =>
      eraseDue(
        { database: results.database, contents: new RowContents(), log: quietLog },
        { nowMs: results.time.nowMs + HOLD_MS, signal },
      );
    const withUrl = () => results.database.page.count({ where: { jobId, url: { not: '' } } });
    expect(await turn()).toBe(true);
    expect(await withUrl()).toBeGreaterThan(0);
    while (await turn()) expect(await withUrl()).toBeLessThan(25_000);
    expect(await withUrl()).toBe(0);
    await eraseAll(results.time.nowMs + HOLD_MS + 1000);
    expect(await results.readJob(jobId)).toMatchObject({ eraseDueAt: null });
  });

  it('sends webhook events with documents until these are erased, then without, and erases the target', async () => {
    const { results } = harness;
    const receiver = await harness.startReceiver();
    receiver.failNext(1);
    const jobId = await finishBatch({ url: receiver.url, metadata: { note: 'secret' }, events: ['page', 'completed'] });
    const dispatcher = harness.createDispatcher();
    await harness.dispatch(dispatcher);
    expect(receiver.deliveries[0]!.raw.toString()).toContain('"markdown":"secret"');
    await eraseAll(results.time.nowMs + HOLD_MS);
    expect(await results.readJob(jobId)).toMatchObject({
      webhook: { url: receiver.url },
      eraseDueAt: expect.any(Date),
    });

    results.time.nowMs += HOLD_MS;
    await harness.elapse(HOLD_MS);
    await harness.dispatch(dispatcher);
    expect(receiver.deliveries.slice(1).map(({ body }) => body)).toEqual([
      expect.objectContaining({ type: 'batch_scrape.page', data: [], warning: expect.stringMatching(/erased/) }),
      expect.not.objectContaining({ warning: expect.anything() }),
    ]);
    await erase(results.time.nowMs + HOLD_MS);
    expect(await results.readJob(jobId)).toMatchObject({
      webhook: { url: '', headers: {}, metadata: {} },
      eraseDueAt: null,
    });
    expect(await dump()).not.toMatch(/secret|127\.0\.0\.1/);
    expect(await requestRedeliveryOfJob(results.database, { jobId, states: ['delivered'] })).toEqual({
      redelivered: 0,
    });
  });
});
