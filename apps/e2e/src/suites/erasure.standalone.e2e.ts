import { type ObjectStoreServer, startObjectStore, until } from '@orbweaver/testing';
import { withDatabase } from '../harness/dump-database';
import { finishJob, requestJob } from '../harness/jobs';
import { type SmallSite, startSmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const LINKS = 8;
/** More than one step of an erasure, so that it can be interrupted. */
const ROWS = 30_000;
const ERASED_WITHIN_MS = 60_000;

let store: ObjectStoreServer;
let site: SmallSite;
let system: System;
beforeAll(async () => {
  store = await startObjectStore();
  site = await startSmallSite((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const links = Array.from({ length: LINKS }, (_, n) => `<a href="/minutes/${n}">${n}</a>`).join(' ');
    response.end(`<html><body><h1>Minutes ${request.url}</h1><p>A page to be erased.</p>${links}</body></html>`);
  });
  system = await startStandalone({
    OBJECT_STORE_URL: store.url,
    OBJECT_STORE_MIN_KIB: '0',
    RETENTION_INTERVAL: '1s',
    JOB_TTL_MAX: '720h',
  });
}, 120_000);
afterAll(async () => {
  await system.stop();
  await site.stop();
  await store.close();
});

const objectsOf = async (jobId: string) => (await store.keys()).filter((key) => key.includes(jobId)).length;

const erasedProof = (jobId: string) =>
  until(
    'the proof of the erasure',
    async () => {
      const { body } = await system.api().get(`/v2/jobs/${jobId}/erasure`);
      return body.status === 'erased' ? body : undefined;
    },
    ERASED_WITHIN_MS,
  );

async function crawl(more: object = {}): Promise<string> {
  const id = await requestJob(system.api(), '/v2/crawl', {
    url: `${site.origin}/minutes/`,
    sitemap: 'skip',
    limit: LINKS + 1,
    scrapeOptions: { formats: ['markdown', { type: 'changeTracking', tag: 'erasure' }] },
    ...more,
  });
  expect((await finishJob(system.api(), `/v2/crawl/${id}`)).documents).toHaveLength(LINKS + 1);
  return id;
}

const countRows = (jobId: string) =>
  withDatabase(system, async (database) => {
    const [row] = await database.$queryRaw<[Record<string, number>]>`
      SELECT (SELECT count(*)::int FROM documents WHERE job_id = ${jobId}::uuid) AS documents,
             (SELECT count(*)::int FROM frontier_pages WHERE job_id = ${jobId}::uuid)
               + (SELECT coalesce(sum(cardinality(ordinals)), 0)::int FROM frontier_refusals
                  WHERE job_id = ${jobId}::uuid) AS "frontierUrls",
             (SELECT count(*)::int FROM page_cache WHERE url LIKE ${`${site.origin}%`}) AS "cachedPages",
             (SELECT count(*)::int FROM page_history h JOIN pages p ON p.id = h.page_id
              WHERE p.job_id = ${jobId}::uuid) AS versions`;
    return row;
  });

describe('DELETE /v2/jobs/{id}/documents', () => {
  it('erases documents, objects, cached pages and versions, and proves it with the counts of the rows', async () => {
    const id = await crawl();
    const before = await countRows(id);
    expect(before).toMatchObject({ documents: LINKS + 1, cachedPages: LINKS + 1, versions: LINKS + 1 });
    expect(await objectsOf(id)).toBe(LINKS + 1);

    const asked = await system.api().delete(`/v2/jobs/${id}/documents`);
    expect(asked).toMatchObject({ status: 202, body: { success: true, id, status: 'erasing' } });
    expect((await system.api().get(`/v2/crawl/${id}`)).body).toMatchObject({ status: 'completed', data: [] });
    expect((await system.api().get(`/v2/crawl/${id}/export`)).status).toBe(410);

    const proof = await erasedProof(id);
    expect(proof.counts).toMatchObject({ ...before, objects: LINKS + 1, failures: 0 });
    expect(Object.values(await countRows(id))).toEqual([0, 0, 0, 0]);
    expect(await objectsOf(id)).toBe(0);
  }, 180_000);

  it('completes with exact counts after SIGKILL in the middle of an erasure of many pages', async () => {
    const id = await crawl();
    await withDatabase(
      system,
      (database) => database.$executeRaw`
        WITH page AS (
          INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth)
          SELECT (substring(${id}::text FROM 1 FOR 14) || substring(gen_random_uuid()::text FROM 15))::uuid,
                 id, team_id, 100 + n, 'done', 1, 'https://a.test/' || n, 'https://a.test/' || n, 0
          FROM jobs, generate_series(1, ${ROWS}::int) n WHERE id = ${id}::uuid
          RETURNING id, job_id)
        INSERT INTO documents (page_id, job_id, metadata, content, json_bytes)
        SELECT id, job_id, '{}', '\\x00', 1 FROM page`,
    );
    const before = await countRows(id);
    await system.api().delete(`/v2/jobs/${id}/documents`);
    const counted = () =>
      withDatabase(system, async (database) => {
        const [row] = await database.$queryRaw<[{ documents: number; isOpen: boolean }]>`
          SELECT documents, completed_at IS NULL AS "isOpen" FROM job_erasures WHERE id = ${id}::uuid`;
        return row;
      });
    const interrupted = await until('a part of the erasure', async () => {
      const now = await counted();
      return now.documents > 0 ? now : undefined;
    });
    expect(interrupted.isOpen).toBe(true);
    await system.kill('standalone');
    await system.restart('standalone');
    // The page cache is empty after a crash of Postgres.
    const { cachedPages: _, ...expected } = before!;
    expect((await erasedProof(id)).counts).toMatchObject({ ...expected, objects: LINKS + 1 });
    expect((await countRows(id)).documents).toBe(0);
  }, 240_000);
});

describe('expiresInHours', () => {
  it('erases the rows and objects of a job at its expiry, and keeps a job above JOB_TTL', async () => {
    const [early, long] = [await crawl({ expiresInHours: 1 }), await crawl({ expiresInHours: 700 })];
    await withDatabase(
      system,
      (database) => database.$executeRaw`
        UPDATE jobs SET expires_at = now(), erase_due_at = now() WHERE id = ${early}::uuid`,
    );
    await until('the erasure of the objects', async () => (await objectsOf(early)) === 0, ERASED_WITHIN_MS);
    await until('the erasure of the rows', async () => (await countRows(early)).documents === 0, ERASED_WITHIN_MS);
    expect([(await countRows(long)).documents, await objectsOf(long)]).toEqual([LINKS + 1, LINKS + 1]);
    const { status, body } = await system.api().post('/v2/crawl', { url: site.origin, expiresInHours: 721 });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^expiresInHours exceeds .*720 h/)]);
  }, 180_000);
});
