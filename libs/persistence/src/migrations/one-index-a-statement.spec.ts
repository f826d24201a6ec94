import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '@orbweaver/testing';
import { until } from '@orbweaver/testing';
import { startDatabaseBefore } from '../../test/start-database-before';
import { admitCandidates } from '../frontier/admit-candidates';
import { eraseFrontier } from '../frontier/erase-frontier';
import { readKnownUrls } from '../gateway/read-known-urls';
import { pageHash } from '../page-hash';
import { deployMigrations } from './deploy-migrations';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startDatabaseBefore('index_frontier_pages');
});
afterAll(() => scratch.close());

const scope = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const now = new Date();
const candidate = (url: string) => ({
  url,
  sourceUrl: url,
  keyHash: pageHash(url, scope),
  refusalHash: pageHash(`${url}?refused`, scope),
  host: 'site.test',
});

const admitAsBefore = (jobId: string, url: string, database = scratch.database) => database.$executeRaw`
  INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state)
  VALUES (gen_random_uuid(), ${jobId}::uuid, 1, ${url}, ${url}, decode(${pageHash(url, scope)}, 'hex'), 'site.test', 1, 'queued')
  ON CONFLICT DO NOTHING`;

describe('migrations to one index per statement', () => {
  it('lets a running crawl recognize URLs that either release admitted', async () => {
    const { database } = scratch;
    const [jobId, otherId] = [randomUUID(), randomUUID()];
    for (const id of [jobId, otherId]) {
      await database.$executeRaw`
        INSERT INTO frontier_jobs (id, team_id, kind) VALUES (${id}::uuid, gen_random_uuid(), 'crawl')`;
    }
    const [early, late, fresh] = ['http://site.test/early', 'http://site.test/late', 'http://site.test/fresh'];
    await admitAsBefore(jobId, early!);
    await deployMigrations(scratch.url);

    expect(await admitAsBefore(jobId, early!)).toBe(0);
    expect(await admitAsBefore(jobId, late!)).toBe(1);
    const admit = (id: string) =>
      database.$transaction((transaction) =>
        admitCandidates(transaction, {
          jobId: id,
          room: null,
          now,
          candidates: [early!, late!, fresh!, fresh!].map((url) => ({ ...candidate(url), depth: 1 })),
        }),
      );
    expect(await admit(jobId)).toMatchObject({ queued: 1 });
    expect(await admit(jobId)).toMatchObject({ queued: 0 });
    expect(await admit(otherId)).toMatchObject({ queued: 3 });
    expect(await admitAsBefore(jobId, fresh!)).toBe(0);
    const hashes = [early!, late!, fresh!].map((url) => pageHash(url, scope));
    expect((await readKnownUrls(database, jobId, hashes)).map(({ url }) => url).sort()).toEqual([early, fresh, late]);
  });

  it('allows erasing the pages of a job in steps, whatever their state', async () => {
    const { database } = scratch;
    const jobId = randomUUID();
    await database.$executeRaw`
      INSERT INTO frontier_jobs (id, team_id, kind) VALUES (${jobId}::uuid, gen_random_uuid(), 'crawl')`;
    await database.$executeRaw`
      INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state, reason)
      SELECT gen_random_uuid(), ${jobId}::uuid, n, '', '', int4send(n), 'site.test', 1, (ARRAY['done', 'failed', 'skipped'])[1 + n % 3],
             (ARRAY[NULL, 'dns', 'limit', NULL, 'timed-out', 'robots'])[1 + n % 6]
      FROM generate_series(1, 4500) n`;
    expect(await eraseFrontier(database, jobId, { now, signal: new AbortController().signal })).toBe(true);
    expect(await database.frontierPage.count({ where: { jobId } })).toBe(0);
  });

  it('lets a session that has read pages write them, and succeeds', async () => {
    const { database, url, close } = await startDatabaseBefore('index_frontier_pages');
    const jobId = randomUUID();
    await admitAsBefore(jobId, 'http://site.test/read', database);
    const deployed = await database.$transaction(async (service) => {
      await service.$queryRaw`SELECT id FROM frontier_pages WHERE job_id = ${jobId}::uuid`;
      const deploying = deployMigrations(url);
      const hasIndex = () => database.$queryRaw<unknown[]>`
        SELECT FROM pg_indexes WHERE indexname = 'frontier_jobs_running_idx'`;
      await until('the new indexes', async () => (await hasIndex()).length > 0);
      const waits = () => database.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until('the migration to wait', async () => (await waits()).length > 0);
      expect(await service.$executeRaw`UPDATE frontier_pages SET depth = 2 WHERE job_id = ${jobId}::uuid`).toBe(1);
      return { deploying };
    });
    expect(await deployed.deploying).toContain('20261123041500_drop_indexes_of_frontier_pages');
    await close();
  });
});
