import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ensureTeam, loadSnapshot, openDatabase } from '@orbweaver/persistence';
import { openContentsOfCommand } from '@orbweaver/platform';
import { type ObjectStoreServer, startObjectStore, temporaryFolders } from '@orbweaver/testing';
import { acceptBatch } from '../../test/accept-batch';
import { AdminHarness, adminWith } from '../../test/admin-harness';
import { loadAdminConfig } from '../admin.config';
import { openInstallation } from '../open-installation';

const folders = temporaryFolders('backup');
const stores: ObjectStoreServer[] = [];
const DOCUMENTS = 40;

let source: AdminHarness;
let environment: Record<string, string>;
let folder: string;
let jobId: string;
let key: string;

async function startStore(): Promise<string> {
  const store = await startObjectStore();
  stores.push(store);
  return store.url;
}

/** Every second document is in the object store. */
async function storeDocuments(): Promise<void> {
  const { contents, close } = await openContentsOfCommand(
    loadAdminConfig({ ...environment, OBJECT_STORE_MIN_KIB: '1' }),
  );
  for (let at = 0; at < DOCUMENTS; at += 1) {
    const pageId = jobId.slice(0, 14) + randomUUID().slice(14);
    const text =
      at % 2 === 0 ? 'short' : Buffer.from(Array.from({ length: 3_000 }, () => Math.random() * 256)).toString('hex');
    const content = gzipSync(JSON.stringify({ markdown: `${at} ${text}` }));
    const [placed] = await contents.place([{ jobId, pageId, content }]);
    await source.postgres.database.$executeRaw`
      INSERT INTO documents (page_id, job_id, metadata, content, json_bytes, object_hash)
      VALUES (${pageId}::uuid, ${jobId}::uuid, '{}'::json, ${placed!.content}, ${content.length}, ${placed!.objectHash})`;
  }
  close();
}

/** Hashes of all documents with their contents, by page. */
async function readContents(env: Record<string, string>): Promise<Record<string, string>> {
  const config = loadAdminConfig(env);
  const installation = openInstallation(config);
  const database = openDatabase({ url: await installation.databaseUrl(), poolSize: 1 });
  const { contents, close } = await openContentsOfCommand(config);
  const rows = await database.$queryRaw<
    { pageId: string; jobId: string; content: Buffer | null; objectHash: Buffer | null }[]
  >`SELECT page_id AS "pageId", job_id AS "jobId", content, object_hash AS "objectHash" FROM documents ORDER BY 1`;
  const read = await Promise.all(
    rows.map(async (row) => [row.pageId, Buffer.from(await contents.read(row)).toString('base64')]),
  );
  close();
  await database.$disconnect();
  await installation.close();
  return Object.fromEntries(read);
}

beforeAll(async () => {
  source = await AdminHarness.start();
  environment = { DATABASE_URL: source.postgres.url, OBJECT_STORE_URL: await startStore() };
  const { id: teamId } = await ensureTeam(source.postgres.database, 'acme');
  key = (await source.run('key', 'add', '--team', 'acme', '--name', 'ci')).out.at(-1)!;
  jobId = (await acceptBatch(source.postgres.database, teamId)).id;
  await storeDocuments();
  folder = path.join(folders.make(), 'copy');
  expect(await adminWith(environment, 'backup', folder)).toMatchObject({ status: 0, err: '' });
}, 120_000);
afterAll(async () => {
  folders.remove();
  await source.close();
  for (const store of stores) await store.close();
});

describe('orbweaver backup and restore', () => {
  it('restores jobs, documents and keys into an empty DATA_DIR and another bucket', async () => {
    const target = { DATA_DIR: folders.make(), OBJECT_STORE_URL: await startStore() };
    const restored = await adminWith(target, 'restore', folder);
    expect(restored).toMatchObject({ status: 0, err: '' });
    expect(restored.out.join('\n')).toMatch(/restored \d+ rows of \d+ tables and 20 objects as of /);

    const before = await readContents(environment);
    expect(Object.keys(before)).toHaveLength(DOCUMENTS);
    expect(await readContents(target)).toEqual(before);
    expect((await adminWith(target, 'job', 'list')).out.join('\n')).toContain(jobId);
    expect((await adminWith(target, 'key', 'list')).out.join('\n')).toContain('ci');
    expect(key).not.toBe('');
    const audit = (await adminWith(target, 'audit', 'list')).out.join('\n');
    for (const action of ['key.add', 'backup', 'restore']) expect(audit).toContain(action);

    const again = await adminWith(target, 'restore', folder);
    expect(again).toMatchObject({
      status: 1,
      err: expect.stringMatching(/not empty or in use: the table \w+ has rows/),
    });
  }, 120_000);

  it('places restored documents into the partition of their day', async () => {
    const target = { DATA_DIR: folders.make(), OBJECT_STORE_URL: await startStore() };
    await adminWith(target, 'restore', folder);
    const installation = openInstallation(loadAdminConfig(target));
    const database = await installation.database();
    const [row] = await database.$queryRaw<[{ inDays: number }]>`
      SELECT count(*)::int AS "inDays" FROM documents WHERE tableoid <> 'documents_default'::regclass`;
    await installation.close();
    expect(row.inDays).toBe(DOCUMENTS);
  }, 120_000);

  it('creates files that only their owner may read', async () => {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files) {
      const { mode } = await stat(path.join(file.parentPath, file.name));
      expect(mode & 0o077).toBe(0);
    }
  });

  it('requires an object store for a backup with objects', async () => {
    expect(await adminWith({ DATA_DIR: folders.make() }, 'restore', folder)).toMatchObject({
      status: 1,
      err: 'The backup has 20 objects. Set OBJECT_STORE_URL to their new store.',
    });
  });

  it('rejects an existing folder', async () => {
    expect(await adminWith(environment, 'backup', folder)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/exists/),
    });
  });

  it('keeps the newest dated backups and other folders', async () => {
    const root = folders.make();
    for (const name of ['20260101T000000Z', '20260102T000000Z', 'mine']) {
      expect((await adminWith(environment, 'backup', path.join(root, name))).status).toBe(0);
    }
    for (const name of ['20260103T000000Z.partial', '29990101T000000Z.partial']) await mkdir(path.join(root, name));
    const kept = await adminWith(environment, 'backup', root, '--keep', '2');
    expect(kept.out).toContain('deleted 20260101T000000Z');
    const left = (await readdir(root)).sort();
    expect(left).toEqual([
      '20260102T000000Z',
      expect.stringMatching(/^\d{8}T\d{6}Z$/),
      '29990101T000000Z.partial',
      'mine',
    ]);
  });

  it('deletes no older backup when the objects are not found', async () => {
    const root = folders.make();
    const older = ['20260101T000000Z', '20260102T000000Z'];
    for (const name of older) await adminWith(environment, 'backup', path.join(root, name));
    const elsewhere = { ...environment, OBJECT_STORE_URL: await startStore() };
    expect(await adminWith(elsewhere, 'backup', root, '--keep', '1')).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^20 of 20 objects were not found, so no older backup was deleted/),
    });
    expect(await readdir(root)).toEqual(expect.arrayContaining(older));
  });

  it('restores nothing into a database that got rows after the check', async () => {
    const target = await AdminHarness.start();
    try {
      await ensureTeam(target.postgres.database, 'mine');
      const { tables, days } = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
      const address = { url: target.postgres.url };
      const open = () => Readable.from([]);
      await expect(loadSnapshot(address, { tables, days }, open)).rejects.toThrow(/^the table teams has rows/);
      expect(await target.postgres.database.team.count()).toBe(1);
    } finally {
      await target.close();
    }
  }, 60_000);

  describe('with a damaged copy', () => {
    const damages: [string, (copy: string) => Promise<void>, RegExp][] = [
      [
        'a changed table',
        (copy) => appendFile(path.join(copy, 'documents.copy.gz'), 'x'),
        /damaged: documents\.copy\.gz/,
      ],
      ['a missing table', (copy) => rm(path.join(copy, 'teams.copy.gz')), /incomplete: teams\.copy\.gz/],
      ['a missing object', (copy) => rm(path.join(copy, 'objects'), { recursive: true }), /incomplete: objects/],
      ['no manifest', (copy) => rm(path.join(copy, 'manifest.json')), /is not a backup/],
      ['a damaged manifest', (copy) => appendFile(path.join(copy, 'manifest.json'), 'x'), /manifest\.json is damaged/],
    ];
    it.each(damages)('rejects %s', async (_, damage, message) => {
      const copy = path.join(folders.make(), 'copy');
      expect((await adminWith(environment, 'backup', copy)).status).toBe(0);
      expect((await adminWith({}, 'backup', 'verify', copy)).out.join()).toMatch(/^intact: /);
      await damage(copy);
      const target = { DATA_DIR: folders.make(), OBJECT_STORE_URL: environment.OBJECT_STORE_URL! };
      for (const command of [
        ['backup', 'verify', copy],
        ['restore', copy],
      ]) {
        expect(await adminWith(target, ...command)).toMatchObject({ status: 1, err: expect.stringMatching(message) });
      }
    });
  });
});
