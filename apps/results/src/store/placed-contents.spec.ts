import { randomBytes, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { PageDocument } from '@orbweaver/contracts';
import {
  type ContentStore,
  ObjectContents,
  openBucket,
  parseObjectStoreUrl,
  RowContents,
} from '@orbweaver/object-store';
import { deleteJob, readDocument, readDocuments } from '@orbweaver/persistence';
import { type ObjectStoreServer, startObjectStore } from '@orbweaver/testing';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';
import { deleteUnusedObjects } from '../retention/delete-unused-objects';

const DAY_MS = 86_400_000;

let server: ObjectStoreServer;
beforeAll(async () => {
  server = await startObjectStore();
});
afterAll(() => server.close());

async function openObjects(): Promise<ContentStore> {
  const address = parseObjectStoreUrl(server.url);
  const bucket = await openBucket(address, { concurrency: 8 });
  return new ObjectContents({ bucket, prefix: '', minBytes: 1000 });
}

/** Too large for its row, and incompressible. */
const large = (jobId: string, more: Parameters<typeof testDocument>[1] = {}) =>
  testDocument(jobId, { content: { markdown: randomBytes(3000).toString('base64') }, ...more });

const markdownOf = (packed: Uint8Array) => (JSON.parse(String(gunzipSync(packed))) as { markdown: string }).markdown;
const sent = ({ content }: PageDocument) => markdownOf(content!);

describe.each([
  ['rows', async () => new RowContents()],
  ['objects', openObjects],
])('PlacedContents with contents in %s', (where, open: () => Promise<ContentStore>) => {
  let harness: ResultsHarness;
  beforeAll(async () => {
    harness = await startResultsHarness({ contents: await open() });
  });
  afterAll(() => harness.close());

  async function read(jobId: string): Promise<string[]> {
    const rows = await readDocuments(harness.database, { jobId, after: 0, limit: 100, maxBytes: 1e7 });
    return Promise.all(rows.map(async (row) => markdownOf(await harness.contents.read(row))));
  }

  it('stores a document once, and returns it unchanged', async () => {
    const jobId = await harness.insertJob();
    const documents = [large(jobId), testDocument(jobId), large(jobId)];
    await harness.store(...documents);
    await harness.store(...documents);
    expect(await read(jobId)).toEqual(documents.map(sent));
    expect(await harness.readJob(jobId)).toMatchObject({ completed: 3 });
    const rows = await harness.database.document.findMany({ where: { jobId } });
    expect(rows.filter(({ content }) => content === null)).toHaveLength(where === 'objects' ? 2 : 0);
  });

  it('keeps the stored document when others arrive for its page', async () => {
    const jobId = await harness.insertJob();
    const document = large(jobId);
    await harness.store(document);
    const { pageId } = document;
    // Repeated, late, and with a later lease.
    await harness.store(
      large(jobId, { pageId }),
      large(jobId, { pageId, epoch: 0 }),
      large(jobId, { pageId, epoch: 7 }),
    );
    expect(await read(jobId)).toEqual([sent(document)]);
  });

  it('keeps the first of two concurrent documents of a page', async () => {
    const jobId = await harness.insertJob();
    const document = large(jobId);
    await harness.store(document, large(jobId, { pageId: document.pageId }));
    expect(await read(jobId)).toEqual([sent(document)]);
  });

  it('compares a later scrape with a stored document', async () => {
    const teamId = randomUUID();
    const plain = await harness.insertJob({ teamId, kind: 'scrape', formats: [{ type: 'markdown' }] });
    const content = { markdown: randomBytes(3000).toString('base64') };
    await harness.store(testDocument(plain, { pageId: plain, teamId, content }));
    const formats = [{ type: 'markdown' as const }, { type: 'changeTracking' as const, modes: [], tag: null }];
    const tracking = await harness.insertJob({ teamId, kind: 'scrape', formats });
    const changeTracking = { modes: [], tag: null };
    await harness.store(testDocument(tracking, { pageId: tracking, teamId, content, changeTracking }));
    const stored = await readDocument(harness.database, tracking);
    const json = JSON.parse(String(gunzipSync(await harness.contents.read(stored!))));
    expect(json.changeTracking).toMatchObject({ changeStatus: 'same' });
  });
});

describe('PlacedContents in the object store', () => {
  let harness: ResultsHarness;
  beforeAll(async () => {
    harness = await startResultsHarness({ contents: await openObjects() });
  });
  afterAll(() => harness.close());

  const keysOf = async (jobId: string) => (await server.keys()).filter((key) => key.includes(jobId));

  it('leaves no object for rejected, repeated and erasable documents', async () => {
    const jobId = await harness.insertJob();
    const document = large(jobId);
    await harness.store(document);
    await harness.store(large(jobId, { pageId: document.pageId, epoch: 0 }), document);
    await harness.store(large(randomUUID()));
    expect(await keysOf(jobId)).toHaveLength(1);

    const ephemeral = await harness.insertJob({ zeroDataRetention: true });
    await harness.store(large(ephemeral));
    expect(await keysOf(ephemeral)).toEqual([]);
    expect(await harness.database.document.findMany({ where: { jobId: ephemeral } })).toMatchObject([
      { objectHash: null },
    ]);
  });

  it('waits for an unavailable object store without storing anything', async () => {
    const jobId = await harness.insertJob();
    const document = large(jobId);
    await server.kill();
    try {
      await expect(harness.store(document)).rejects.toMatchObject({ retry: 'until-it-works' });
      expect(await harness.readJob(jobId)).toMatchObject({ completed: 0 });
    } finally {
      await server.start();
    }
    await harness.store(document);
    expect(await harness.readJob(jobId)).toMatchObject({ completed: 1 });
    expect(await keysOf(jobId)).toHaveLength(1);
  });

  it('deletes objects with the last job of their day, including orphaned ones', async () => {
    const jobId = await harness.insertJob();
    await harness.store(large(jobId));
    const running = await harness.insertJob();
    const { database, contents } = harness;
    const { signal } = new AbortController();
    const clean = (days: number) =>
      deleteUnusedObjects({ database, contents, log: quietLog }, new Date(Date.now() + days * DAY_MS), signal);

    await clean(5);
    expect(await keysOf(jobId)).toHaveLength(1);
    for (const { id } of await database.job.findMany()) await deleteJob(database, id, signal);
    expect(await database.job.count({ where: { id: running } })).toBe(0);
    // A gateway with a slow clock may still accept a job of that day.
    await clean(1);
    expect(await keysOf(jobId)).toHaveLength(1);
    await clean(2);
    expect(await keysOf(jobId)).toEqual([]);
  });
});
