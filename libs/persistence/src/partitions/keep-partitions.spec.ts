import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { admitCandidates } from '../frontier/admit-candidates';
import { deleteOrphanedFrontier } from '../frontier/delete-orphaned-frontier';
import { deleteJob } from '../results/delete-expired-jobs';
import { dayOf, newJobId } from './day-partitions';
import { findUnusedDays } from './find-unused-days';
import { HeldDays } from './held-days';
import { keepPartitions } from './keep-partitions';
import { measureTables } from './measure-tables';

const DAY_MS = 86_400_000;
const now = new Date();
const later = (days: number) => new Date(now.getTime() + days * DAY_MS);
const { signal } = new AbortController();

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
  // The template may have the partitions of an earlier day.
  await keepPartitions(scratch.database, later(1));
  await keepPartitions(scratch.database, now);
});
afterAll(() => scratch.close());

async function startCrawl(): Promise<string> {
  const { database } = scratch;
  const jobId = newJobId();
  await database.$executeRaw`
    INSERT INTO jobs (id, team_id, kind, state, spec, expires_at)
    VALUES (${jobId}::uuid, gen_random_uuid(), 'crawl', 'completed', '{}', now())`;
  await database.$executeRaw`
    INSERT INTO frontier_jobs (id, team_id, kind) VALUES (${jobId}::uuid, gen_random_uuid(), 'crawl')`;
  await admit(jobId, 'one');
  await database.$executeRaw`
    WITH page AS (
      INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth)
      SELECT id, job_id, gen_random_uuid(), 1, 'done', 1, url, source_url, 0
      FROM frontier_pages WHERE job_id = ${jobId}::uuid
      RETURNING id, job_id)
    INSERT INTO documents (page_id, job_id, metadata, content, json_bytes) SELECT id, job_id, '{}', '', 0 FROM page`;
  return jobId;
}

const admit = (jobId: string, name: string) =>
  scratch.database.$transaction((transaction) =>
    admitCandidates(transaction, {
      jobId,
      room: null,
      now,
      candidates: [
        { url: name, keyHash: hash(name), refusalHash: hash(name) },
        {
          url: `not ${name}`,
          keyHash: hash(`no ${name}`),
          refusalHash: hash(`no ${name}`),
          refused: 'external' as const,
        },
      ].map((candidate) => ({ ...candidate, sourceUrl: candidate.url, host: 'site.test', depth: 0 })),
    }),
  );

const hash = (name: string) => Buffer.from(name.padEnd(32)).toString('hex');

async function partitionsOf(jobId: string): Promise<string[]> {
  const rows = await scratch.database.$queryRaw<{ name: string }[]>`
    SELECT tableoid::regclass::text AS name FROM documents WHERE job_id = ${jobId}::uuid UNION ALL
    SELECT tableoid::regclass::text FROM pages WHERE job_id = ${jobId}::uuid UNION ALL
    SELECT tableoid::regclass::text FROM frontier_pages WHERE job_id = ${jobId}::uuid UNION ALL
    SELECT tableoid::regclass::text FROM frontier_refusals WHERE job_id = ${jobId}::uuid`;
  return rows.map(({ name }) => name);
}

const namesOf = (day: Date) =>
  ['documents', 'pages', 'frontier_pages', 'frontier_refusals'].map((table) => `${table}_${dayOf(day).name}`);

async function deleteAll(jobId: string): Promise<void> {
  expect(await deleteJob(scratch.database, jobId, signal)).toBe(true);
  expect(await deleteOrphanedFrontier(scratch.database, jobId)).toBe(false);
}

describe('keepPartitions', () => {
  it('drops a day after the last of its jobs', async () => {
    const { database } = scratch;
    const [first, last] = [await startCrawl(), await startCrawl()];
    expect(await partitionsOf(first)).toEqual(namesOf(now));

    await deleteAll(first);
    expect(await keepPartitions(database, later(1))).toMatchObject({ dropped: [] });
    expect(await deleteJob(database, last, signal)).toBe(true);
    expect(await keepPartitions(database, later(1))).toMatchObject({ dropped: [] });
    expect(await deleteOrphanedFrontier(database, last)).toBe(false);
    expect((await keepPartitions(database, now)).dropped).toEqual([]);
    expect((await keepPartitions(database, later(1))).dropped.sort()).toEqual(namesOf(now).sort());
    expect(await partitionsOf(last)).toEqual([]);
  });

  it('keeps no day for the webhook events of a schedule, which has no pages', async () => {
    const { database } = scratch;
    await keepPartitions(database, later(2));
    const day = dayOf(later(2));
    await database.$executeRaw`
      INSERT INTO jobs (id, team_id, kind, state, spec, expires_at)
      VALUES (${day.from}::uuid, gen_random_uuid(), 'schedule', 'completed', '{}', ${later(40)}::timestamptz)`;
    const crawlId = day.from.replace(/^(.{14})0000/, '$17000');
    expect(await new HeldDays(database, later(3)).of(crawlId)).toBeUndefined();
    expect(await findUnusedDays(database, [day.name], later(4))).toEqual([day.name]);
    expect((await keepPartitions(database, later(3))).dropped).toEqual(expect.arrayContaining(namesOf(later(2))));
  });

  it('stores a job of a day without a partition in the default partition', async () => {
    const undated = await startCrawl();
    expect(await partitionsOf(undated)).toEqual(
      ['documents', 'pages', 'frontier_pages', 'frontier_refusals'].map((table) => `${table}_default`),
    );
    await deleteAll(undated);
    expect(await partitionsOf(undated)).toEqual([]);
  });

  it('adds today and tomorrow once under concurrency, with the indexes of the default partition', async () => {
    const { database } = scratch;
    const all = await Promise.all([1, 2, 3].map(() => keepPartitions(database, later(5))));
    expect(new Set(all.flatMap(({ added }) => added))).toEqual(new Set([...namesOf(later(5)), ...namesOf(later(6))]));
    const shapes = await database.$queryRaw<{ shape: string }[]>`
      SELECT DISTINCT array_to_string(reloptions, ' ') || ' ' || (
        SELECT string_agg(replace(pg_get_indexdef(indexrelid), relname, ''), ' ' ORDER BY
                          replace(pg_get_indexdef(indexrelid), relname, '')) FROM pg_index WHERE indrelid = c.oid) AS shape
      FROM pg_class c WHERE relkind = 'r' AND relname LIKE 'frontier_pages_%' AND relname NOT LIKE '%default'`;
    expect(shapes).toHaveLength(1);
    expect(shapes[0]!.shape).toContain('autovacuum_vacuum_scale_factor');
    expect(shapes[0]!.shape).toContain('UNIQUE');
  });

  it('skips a day whose rows are in the default partition and adds the others', async () => {
    const { database } = scratch;
    const day = dayOf(later(9));
    await database.$executeRaw`
      INSERT INTO pages (id, job_id, team_id, state, epoch, url, source_url, depth)
      VALUES (${day.from}::uuid, ${randomUUID()}::uuid, ${randomUUID()}::uuid, 'failed', 1, '', '', 0)`;
    await expect(keepPartitions(database, later(9))).rejects.toThrow('pages_default');
    const added = await database.$queryRaw<{ name: string }[]>`
      SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE ${`%_${day.name}`}`;
    expect(added.map(({ name }) => name).sort()).toEqual(
      namesOf(later(9))
        .filter((name) => name !== `pages_${day.name}`)
        .sort(),
    );
  });
});

it('keeps one row per page in a partition, whichever release admits it', async () => {
  const { database } = scratch;
  await keepPartitions(database, now).catch(() => undefined);
  const jobId = await startCrawl();
  await admit(jobId, 'one');
  const insert = () => database.$executeRaw`
    INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, state)
    SELECT ${newJobId()}::uuid, job_id, 9, url, source_url, dedup_hash, host, depth, state
    FROM frontier_pages WHERE job_id = ${jobId}::uuid LIMIT 1
    ON CONFLICT DO NOTHING`;
  expect(await insert()).toBe(0);
  expect(await database.frontierPage.count({ where: { jobId } })).toBe(1);
});

it('measures a table with all its days', async () => {
  const { database } = scratch;
  await keepPartitions(database, now).catch(() => undefined);
  const sizes = await measureTables(database);
  expect([...sizes.keys()]).toEqual(
    expect.arrayContaining(['api_keys', 'documents', 'frontier_pages', 'jobs', 'pages']),
  );
  expect([...sizes.keys()].filter((name) => /\d|default/.test(name))).toEqual([]);
  const [{ bytes }] = await database.$queryRaw<[{ bytes: number }]>`
    SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_partition_tree('documents')`;
  expect(sizes.get('documents')).toBe(bytes);
});
