import { randomBytes, randomUUID } from 'node:crypto';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import { AdminHarness, adminWith } from '../../test/admin-harness';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const secrets = [randomBytes(32), randomBytes(32)] as const;
const [current, lost] = secrets.map((bytes) => new ContentKey(bytes)) as [ContentKey, ContentKey];
const jobId = randomUUID();
const teamId = randomUUID();

async function insertDocument(entries: ContentKey[], more: object = {}) {
  const pageId = randomUUID();
  const metadata = new ContentCipher(entries).encryptJson({ column: 'documents.metadata', row: pageId }, more);
  await harness.postgres.database.document.create({ data: { pageId, jobId, metadata, jsonBytes: 1 } });
}

async function insertVersion(entries: ContentKey[]) {
  const pageId = randomUUID();
  const place = { column: 'page_history.markdown' as const, row: pageId };
  const markdown = Buffer.from(new ContentCipher(entries).encrypt(place, Buffer.from('the text')));
  const fixed = { url: 'http://site.test/', scrapedAt: new Date(), fingerprint: randomBytes(32), bytes: 1 };
  await harness.postgres.database.pageHistory.create({
    data: { teamId, key: randomBytes(32), pageId, markdown, ...fixed },
  });
}

async function insertEnrichment(entries: ContentKey[]) {
  const pageId = randomUUID();
  const place = { column: 'enrichments.message' as const, row: pageId };
  const message = Buffer.from(new ContentCipher(entries).encrypt(place, Buffer.from('the message')));
  const row = { pageId, jobId, teamId, epoch: 1, isUrgent: false, message };
  await harness.postgres.database.enrichment.create({ data: row });
}

async function insertCachedPage(entries: ContentKey[], look: string) {
  const capture = new ContentCipher(entries).encryptJson({ column: 'page_cache.capture', row: look }, { status: 200 });
  const id = { key: Buffer.alloc(32, 7), look, verified: true, succeeded: true };
  const fixed = { url: 'http://site.test/', isPdf: false, failures: 0, capturedAt: new Date(), bytes: 1 };
  await harness.postgres.database.cachedPage.create({ data: { ...id, ...fixed, capture } });
}

const admin = (...args: string[]) =>
  adminWith({ DATABASE_URL: harness.postgres.url, ENCRYPTION_KEYS: secrets[0].toString('base64') }, ...args);

async function usage() {
  const { out } = await admin('encryption', 'usage', '--json');
  const counted = out.map((line) => JSON.parse(line) as { table: string; keyId: string | null; rows: number });
  return Object.fromEntries(counted.map(({ table, keyId, rows }) => [`${table} ${keyId}`, rows]));
}

describe('encryption commands', () => {
  it('count rows by table and key, and delete the versions and enrichments of a lost key only', async () => {
    for (const entries of [[current], [lost], []]) {
      await insertDocument(entries, { title: 'Page' });
      await insertVersion(entries);
      await insertEnrichment(entries);
      await insertCachedPage(entries, `look ${entries.length} ${entries[0]?.id}`);
    }
    await insertDocument([], { encrypted: 'no base64!' });
    await insertDocument([], { encrypted: 'AK5vdwEAAAAAAAAAAAAAAA', title: 'Page' });
    for (let n = 0; n < 2; n++) await insertVersion([lost]);
    const before = {
      [`documents ${current.id}`]: 1,
      [`documents ${lost.id}`]: 1,
      'documents null': 3,
      [`enrichments ${current.id}`]: 1,
      [`enrichments ${lost.id}`]: 1,
      'enrichments null': 1,
      [`page_cache ${current.id}`]: 1,
      [`page_cache ${lost.id}`]: 1,
      'page_cache null': 1,
      [`page_history ${current.id}`]: 1,
      [`page_history ${lost.id}`]: 3,
      'page_history null': 1,
    };
    expect(await usage()).toEqual(before);
    const { out } = await admin('encryption', 'usage');
    expect(out[0]).toMatch(/^TABLE +KEY +ROWS +IN ENCRYPTION_KEYS$/);
    expect(out.find((line) => line.startsWith('page_history') && line.includes(lost.id))).toMatch(/ 3 +no$/);
    expect(out.find((line) => line.startsWith('documents') && line.includes(current.id))).toMatch(/ 1 +yes$/);

    expect(await admin('encryption', 'delete', '--key', current.id, '--yes')).toMatchObject({
      status: 1,
      err: expect.stringContaining('Nothing was deleted'),
    });
    expect((await admin('encryption', 'delete', '--key', lost.id)).status).toBe(64);
    expect((await admin('encryption', 'delete', '--key', "'", '--yes')).status).toBe(64);
    expect(await usage()).toEqual(before);

    expect((await admin('encryption', 'delete', '--key', lost.id, '--yes')).out).toEqual([
      `deleted 3 versions and 1 enrichments of the key ${lost.id}`,
    ]);
    const { [`page_history ${lost.id}`]: _, [`enrichments ${lost.id}`]: __, ...kept } = before;
    expect(await usage()).toEqual(kept);
    const [entry] = await harness.postgres.database.auditEntry.findMany({ where: { target: lost.id } });
    expect(entry).toMatchObject({ action: 'encryption.delete', changes: { versions: { after: 3 } } });
  });

  it('counts all rows of a table that is read in several steps', async () => {
    await harness.postgres.database.$executeRaw`
      INSERT INTO documents (page_id, job_id, metadata, json_bytes)
      SELECT gen_random_uuid(), ${jobId}::uuid, '{"title":"Page"}', 1 FROM generate_series(1, 4500)`;
    expect((await usage())['documents null']).toBe(4503);
  });
});
