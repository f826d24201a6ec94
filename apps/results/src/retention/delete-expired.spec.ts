import { randomUUID } from 'node:crypto';
import { StoreUnavailableError } from '@orbweaver/core';
import { ObjectContents, openBucket, parseObjectStoreUrl, RowContents } from '@orbweaver/object-store';
import {
  BEFORE_ALL_JOBS,
  deleteOrphanedFrontier,
  eraseFrontier,
  findFrontiersToErase,
  findOrphanedFrontiers,
  HeldDays,
  keepPartitions,
} from '@orbweaver/persistence';
import { startObjectStore } from '@orbweaver/testing';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';
import { deleteExpired } from './delete-expired';
import { deleteUnusedObjects } from './delete-unused-objects';
import { eraseDue } from './erase-due';

const HOUR_MS = 3_600_000;
const contents = new RowContents();

let harness: ResultsHarness;
beforeAll(async () => {
  harness = await startResultsHarness();
});
afterAll(() => harness.close());

describe('deleteExpired', () => {
  it('deletes expired jobs with all their data, and nothing else', async () => {
    const { database } = harness;
    const nowMs = Date.now();
    const expiresAt = new Date(nowMs - 1);
    const expired = await harness.insertJob({ kind: 'batch', webhook: {}, urlLists: 2, expiresAt });
    const fresh = await harness.insertJob({ kind: 'batch', webhook: {}, urlLists: 1 });
    const running = await harness.insertJob({ expiresAt });
    const longAgo = new Date(nowMs - 25 * HOUR_MS);
    const abandoned = await harness.insertJob({ expiresAt: longAgo });
    const erasing = await harness.insertJob({ expiresAt: longAgo });
    await database.jobErasure.create({ data: { id: erasing, teamId: randomUUID(), actor: 'importer' } });
    for (const jobId of [expired, fresh]) {
      await harness.store(...Array.from({ length: 3 }, () => testDocument(jobId)));
      await harness.settle(jobId, { pages: 3, urlLists: 2 });
      await database.idempotencyKey.create({ data: { teamId: randomUUID(), key: randomUUID(), jobId } });
    }
    await database.webhookEvent.updateMany({ data: { state: 'delivered' } });
    const untold = await harness.insertJob({ webhook: {}, expiresAt });
    await harness.settle(untold, { pages: 0 });

    const options = { nowMs, runningGraceMs: 24 * HOUR_MS, signal: new AbortController().signal };
    expect(await deleteExpired({ database, contents, log: quietLog }, options)).toBe(2);

    const left = await database.job.findMany({ select: { id: true } });
    expect(left.map((job) => job.id).sort()).toEqual([erasing, fresh, running, untold].sort());
    expect(left.map((job) => job.id)).not.toContain(abandoned);
    const where = { jobId: expired };
    const counts = [
      await database.page.count({ where }),
      await database.document.count({ where }),
      await database.webhookEvent.count({ where }),
      await database.jobUrlList.count({ where }),
      await database.idempotencyKey.count({ where }),
    ];
    expect(counts).toEqual([0, 0, 0, 0, 0]);
    expect(await database.document.count({ where: { jobId: fresh } })).toBe(3);
    expect(await database.idempotencyKey.count({ where: { jobId: fresh } })).toBe(1);

    await database.webhookEvent.updateMany({ where: { jobId: untold }, data: { state: 'dead' } });
    expect(await deleteExpired({ database, contents, log: quietLog }, options)).toBe(1);
    expect(await database.webhookEvent.count({ where: { jobId: untold } })).toBe(0);
  });

  it('deletes a job with an early expiry only after its rows in partitions and its objects are erased', async () => {
    const { database } = harness;
    const nowMs = Date.now();
    const signal = new AbortController().signal;
    const expiresAt = new Date(nowMs + HOUR_MS);
    const early = await harness.insertJob({ kind: 'batch', urlLists: 1, expiresAt });
    const other = await harness.insertJob({ kind: 'batch', urlLists: 1 });
    await database.job.update({ where: { id: early }, data: { eraseDueAt: expiresAt } });
    for (const jobId of [early, other]) {
      // Ids of pages start with the time of their job.
      const pages = Array.from({ length: 3 }, () => jobId.slice(0, 14) + randomUUID().slice(14));
      await harness.store(...pages.map((pageId) => testDocument(jobId, { pageId })));
      await harness.settle(jobId, { pages: 3, urlLists: 1 });
    }
    const [{ inDays }] = await database.$queryRaw<[{ inDays: number }]>`
      SELECT count(*)::int AS "inDays" FROM documents
      WHERE job_id = ${early}::uuid AND tableoid <> 'documents_default'::regclass`;
    expect(inDays).toBe(3);
    const count = (jobId: string) => database.document.count({ where: { jobId } });
    const round = async (atMs: number) => {
      await eraseDue({ database, contents, log: quietLog }, { nowMs: atMs, signal });
      await deleteExpired({ database, contents, log: quietLog }, { nowMs: atMs, runningGraceMs: 24 * HOUR_MS, signal });
    };

    await round(nowMs);
    expect(await count(early)).toBe(3);
    await deleteExpired(
      { database, contents, log: quietLog },
      { nowMs: expiresAt.getTime(), runningGraceMs: 24 * HOUR_MS, signal },
    );
    expect(await database.job.count({ where: { id: early } })).toBe(1);
    await round(expiresAt.getTime());
    // As the frontier does.
    expect(await findFrontiersToErase(database, 10)).toEqual([early]);
    await eraseFrontier(database, early, { now: expiresAt, signal });
    await round(expiresAt.getTime() + HOUR_MS);
    expect([await count(early), await count(other)]).toEqual([0, 3]);
    expect(await database.job.count({ where: { id: early } })).toBe(0);
  });

  it('erases the rows and objects of an expired job whose day is held by a job that expires weeks later', async () => {
    const server = await startObjectStore();
    const address = parseObjectStoreUrl(server.url);
    const { prefix } = address;
    const bucket = await openBucket(address, { concurrency: 4 });
    const objects = new ObjectContents({ bucket, prefix, minBytes: 1 });
    const own = await startResultsHarness({ contents: objects });
    try {
      const { database } = own;
      const signal = new AbortController().signal;
      const nowMs = Date.now();
      const inDays = (days: number) => new Date(nowMs + days * 24 * HOUR_MS);
      const [short, other, long] = [
        await own.insertJob({ kind: 'batch', urlLists: 1, expiresAt: inDays(1) }),
        await own.insertJob({ kind: 'batch', urlLists: 1, expiresAt: inDays(1) }),
        await own.insertJob({ kind: 'batch', urlLists: 1, expiresAt: inDays(30) }),
      ];
      for (const jobId of [short, other, long]) {
        const pages = Array.from({ length: 3 }, () => jobId.slice(0, 14) + randomUUID().slice(14));
        await own.store(...pages.map((pageId) => testDocument(jobId, { pageId })));
        await own.settle(jobId, { pages: 3, urlLists: 1 });
      }
      const left = async (jobId: string) => {
        const where = { jobId };
        const { length } = await bucket
          .listKeys(`${prefix}documents/`)
          .then((keys) => keys.filter((key) => key.includes(jobId)));
        const rows = [
          database.document.count({ where }),
          database.page.count({ where }),
          database.frontierPage.count({ where }),
        ];
        return [...(await Promise.all(rows)), length];
      };
      expect(await left(short)).toEqual([3, 3, 3, 3]);
      const round = async (days: number) => {
        const now = inDays(days);
        await deleteExpired(
          { database, contents: objects, log: quietLog },
          { nowMs: now.getTime(), runningGraceMs: 24 * HOUR_MS, signal },
        );
        const heldDays = new HeldDays(database, now);
        // As the frontier does.
        for (const jobId of (await findOrphanedFrontiers(database, BEFORE_ALL_JOBS)).jobIds) {
          while (await deleteOrphanedFrontier(database, jobId, await heldDays.of(jobId)));
        }
        await keepPartitions(database, now);
        await deleteUnusedObjects({ database, contents: objects, log: quietLog }, now, signal);
      };
      await round(1);
      expect([await left(short), await left(other), await left(long)]).toEqual([
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [3, 3, 3, 3],
      ]);
      expect(await database.job.count()).toBe(1);

      await round(30);
      expect(await left(long)).toEqual([0, 0, 0, 0]);
    } finally {
      await own.close();
      bucket.close();
      await server.close();
    }
  });

  it('expires the other jobs when the objects of one cannot be deleted', async () => {
    class FailingContents extends RowContents {
      failing: string | undefined;
      override async deleteJob(jobId?: string): Promise<number> {
        if (jobId === this.failing) throw new StoreUnavailableError('away');
        return 0;
      }
    }
    const { database } = harness;
    const nowMs = Date.now();
    const failing = new FailingContents();
    const expiring = async (agoMs: number) => {
      const id = await harness.insertJob({ kind: 'batch', expiresAt: new Date(nowMs - agoMs) });
      await database.job.update({ where: { id }, data: { state: 'completed' } });
      return id;
    };
    const [first, second] = [await expiring(2), await expiring(1)];
    await harness.insertJob({ kind: 'batch', expiresAt: new Date(nowMs + 30 * 24 * HOUR_MS) });
    const count = () => database.job.count({ where: { id: { in: [first, second] } } });
    const { signal } = new AbortController();
    const options = { nowMs, runningGraceMs: 24 * HOUR_MS, signal };
    failing.failing = first;
    await deleteExpired({ database, contents: failing, log: quietLog }, options);
    expect(await count()).toBe(1);
    failing.failing = undefined;
    await deleteExpired({ database, contents: failing, log: quietLog }, options);
    expect(await count()).toBe(0);
  });

  it('deletes a large job in steps, stops between steps, and continues at once', async () => {
    const { database } = harness;
    const nowMs = Date.now();
    const jobId = await harness.insertJob({ kind: 'batch', expiresAt: new Date(nowMs - 1) });
    await database.job.update({ where: { id: jobId }, data: { state: 'completed' } });
    const pages = 2600;
    await database.$executeRaw`
      INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth)
      SELECT gen_random_uuid(), ${jobId}::uuid, gen_random_uuid(), n, 'done', 1, 'u', 'u', 0
      FROM generate_series(1, ${pages}::int) n`;
    const stopping = new AbortController();
    const options = { nowMs, runningGraceMs: 24 * HOUR_MS, signal: stopping.signal };
    const count = () => database.page.count({ where: { jobId } });

    let first: Promise<number> | undefined;
    await database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM pages WHERE job_id = ${jobId}::uuid AND ordinal = 1 FOR UPDATE`;
      first = deleteExpired({ database, contents, log: quietLog }, options);
      const waiting = () => transaction.$queryRaw<object[]>`SELECT 1 FROM pg_locks WHERE NOT granted`;
      while ((await waiting()).length === 0);
      stopping.abort();
    });
    expect(await first).toBe(0);
    expect(await count()).toBeGreaterThan(0);
    expect(await database.job.count({ where: { id: jobId } })).toBe(1);

    const { signal } = new AbortController();
    const both = [1, 2].map(() => deleteExpired({ database, contents, log: quietLog }, { ...options, signal }));
    expect((await Promise.all(both)).reduce((sum, deleted) => sum + deleted)).toBe(1);
    expect(await count()).toBe(0);
  });
});
