import { randomUUID } from 'node:crypto';
import type { PageDocument } from '@orbweaver/contracts';
import { RowContents } from '@orbweaver/object-store';
import {
  cacheKeyHash,
  deleteJob,
  eraseFrontier,
  eraseJob,
  findFrontiersToErase,
  historyKey,
  readErasure,
  requestErasure,
} from '@orbweaver/persistence';
import { scrapeSpec } from '@orbweaver/testing';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';
import { eraseDue } from './erase-due';

const PAGES = 5;
const actor = { apiKeyId: null, name: 'anna', requestId: 'request-1' };
const { signal } = new AbortController();
const contents = new RowContents();

let harness: ResultsHarness;
beforeAll(async () => {
  harness = await startResultsHarness();
});
afterAll(() => harness.close());

/** An ended crawl with change tracking whose pages are also in the page cache and the history. */
async function endedCrawl(pages = PAGES) {
  const { database } = harness;
  const teamId = randomUUID();
  const jobId = await harness.insertJob({
    teamId,
    urlLists: 1,
    webhook: {},
    formats: [{ type: 'markdown' }, { type: 'changeTracking', modes: [], tag: 'prices' }],
  });
  const { spec } = await harness.readJob(jobId);
  const { scope } = spec as { scope: { ignoreQueryParameters: boolean; deduplicateSimilarURLs: boolean } };
  const documents: PageDocument[] = Array.from({ length: pages }, (_, index) =>
    testDocument(jobId, { url: `http://site.test/${index}` }),
  );
  await harness.store(...documents);
  await harness.settle(jobId, { pages, urlLists: 1 });
  await database.webhookEvent.updateMany({ where: { jobId }, data: { state: 'delivered' } });
  const kept = await database.page.findMany({ where: { jobId } });
  for (const [index, { id, url }] of kept.entries()) {
    const audience = index % 2 === 0 ? 'team' : 'everyone';
    const key = Buffer.from(cacheKeyHash({ url, spec: scrapeSpec(), teamId }, audience), 'hex');
    await database.$executeRaw`
      INSERT INTO page_cache (key, look, verified, succeeded, url, is_pdf, failures, captured_at, capture, bytes)
      VALUES (${key}, 'http', true, true, ${url}, false, 0, now(), '{}', 1) ON CONFLICT DO NOTHING`;
    const tracked = Buffer.from(historyKey({ url, tag: 'prices', dedup: scope }), 'hex');
    await database.$executeRaw`
      INSERT INTO page_history (team_id, key, page_id, url, scraped_at, fingerprint, markdown, bytes)
      VALUES (${teamId}::uuid, ${tracked}, ${id}::uuid, ${url}, now(), '\\x00', '\\x00', 1) ON CONFLICT DO NOTHING`;
  }
  return { jobId, teamId };
}

async function count(jobId: string, teamId: string) {
  const { database } = harness;
  const where = { jobId };
  return {
    documents: await database.document.count({ where }),
    urlLists: await database.jobUrlList.count({ where }),
    frontierUrls: await database.frontierPage.count({ where }),
    cachedPages: await database.cachedPage.count(),
    versions: await database.pageHistory.count({ where: { teamId } }),
  };
}

async function eraseAll(jobId: string): Promise<void> {
  const { database } = harness;
  for (let round = 0; (await readErasure(database, jobId))?.completedAt === null && round < 20; round += 1) {
    const nowMs = Date.now() + round * 60_000;
    await eraseDue({ database, contents, log: quietLog }, { nowMs, signal });
    for (const id of await findFrontiersToErase(database, 10)) {
      await eraseFrontier(database, id, { now: new Date(nowMs), signal });
    }
  }
}

describe('an erasure on demand', () => {
  it('rejects a running job and a job of another team', async () => {
    const { database } = harness;
    const teamId = randomUUID();
    const jobId = await harness.insertJob({ teamId });
    expect(await requestErasure(database, actor, { jobId, teamId })).toEqual({
      kind: 'running',
      isCancelled: false,
    });
    const other = await requestErasure(database, actor, { jobId, teamId: randomUUID() });
    expect(other).toEqual({ kind: 'unknown' });
  });

  it('rejects an expired job and keeps an ended job until its erasure is complete', async () => {
    const { database } = harness;
    const { jobId, teamId } = await endedCrawl(1);
    const expired = await endedCrawl(1);
    await requestErasure(database, actor, { jobId, teamId });
    await database.job.updateMany({
      where: { id: { in: [jobId, expired.jobId] } },
      data: { expiresAt: new Date(Date.now() - 60_000) },
    });
    expect(await requestErasure(database, actor, expired)).toEqual({ kind: 'unknown' });
    expect(await requestErasure(database, actor, { jobId, teamId })).toMatchObject({ kind: 'requested' });
    expect(await deleteJob(database, jobId, signal)).toBe(false);
    await eraseAll(jobId);
    expect(await deleteJob(database, jobId, signal)).toBe(true);
    await database.cachedPage.deleteMany();
  });

  it('deletes documents, URLs and their copies, and proves it with the counts of the rows', async () => {
    const { database } = harness;
    const { jobId, teamId } = await endedCrawl();
    const before = await count(jobId, teamId);
    expect(before).toMatchObject({ documents: PAGES, urlLists: 1, frontierUrls: PAGES });
    expect(before.cachedPages).toBeGreaterThan(0);
    expect(before.versions).toBeGreaterThan(0);
    const first = await requestErasure(database, actor, { jobId, teamId });
    expect(first).toMatchObject({ kind: 'requested', erasure: { completedAt: null, documents: 0 } });
    expect(await harness.readJob(jobId)).toMatchObject({ erasedAt: expect.any(Date) });

    await eraseAll(jobId);
    const proof = await readErasure(database, jobId);
    expect(proof).toMatchObject({ ...before, failures: 0, webhookTargets: 1, actor: 'anna', requestId: 'request-1' });
    expect(proof?.completedAt).toEqual(expect.any(Date));
    expect(Object.values(await count(jobId, teamId))).toEqual([0, 0, 0, 0, 0]);
    expect(JSON.stringify(await database.page.findMany({ where: { jobId } }))).not.toContain('://');
    expect(await requestErasure(database, actor, { jobId, teamId })).toEqual({ kind: 'requested', erasure: proof });
    const entries = await database.auditEntry.findMany({ where: { target: jobId }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action }) => action)).toEqual(['job.erase', 'job.erased']);
    expect(entries[1]).toMatchObject({
      requestId: 'request-1',
      changes: { documents: { before: null, after: PAGES } },
    });
  });

  it('counts each row once when replicas erase concurrently and are interrupted', async () => {
    const { database } = harness;
    const { jobId, teamId } = await endedCrawl(20);
    const before = await count(jobId, teamId);
    await requestErasure(database, actor, { jobId, teamId });
    const now = new Date();
    const stopping = new AbortController();
    const replicas = [signal, stopping.signal, signal].map((one) => eraseJob(database, jobId, { now, signal: one }));
    stopping.abort();
    await Promise.all(replicas);
    await eraseAll(jobId);
    expect(await readErasure(database, jobId)).toMatchObject({ ...before, webhookTargets: 1 });
    expect(await database.auditEntry.count({ where: { target: jobId, action: 'job.erased' } })).toBe(1);
  });
});
