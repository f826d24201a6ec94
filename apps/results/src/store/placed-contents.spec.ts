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

/** Too large for its row, and not to be compressed. */
const large = (jobId: string, more: Parameters<typeof testDocument>[1] = {}) =>
  testDocument(jobId, { content: { markdown: randomBytes(3000).toString('base64') }, ...more });

const markdownOf = (packed: Uint8Array) => (JSON.parse(String(gunzipSync(packed))) as { markdown: string }).markdown;
const sent = ({ content }: PageDocument) => markdownOf(content!);

describe.each([
  ['rows', async () => new RowContents()],
  ['objects', openObjects],
])('documents with their contents in %s', (where, open: () => Promise<ContentStore>) => {
  let harness: ResultsHarness;
  beforeAll(async () => {
    harness = await startResultsHarness({ contents: await open() });
  });
  afterAll(() => harness.close());

  async function read(jobId: string): Promise<string[]> {
    const rows = await readDocuments(harness.database, { jobId, after: 0, limit: 100, maxBytes: 1e7 });
    return Promise.all(rows.map(async (row) => markdownOf(await harness.contents.read(row))));
  }

  it('are stored once, and read as they came', async () => {
    const jobId = await harness.insertJob();
    const documents = [large(jobId), testDocument(jobId), large(jobId)];
    await harness.store(...documents);
    await harness.store(...documents);
    expect(await read(jobId)).toEqual(documents.map(sent));
    expect(await harness.readJob(jobId)).toMatchObject({ completed: 3 });
    const rows = await harness.database.document.findMany({ where: { jobId } });
    expect(rows.filter(({ content }) => content === null)).toHaveLength(where === 'objects' ? 2 : 0);
  });

  it('stay what they are, whatever comes for their page afterwards', async () => {
    const jobId = await harness.insertJob();
    const document = large(jobId);
    await harness.store(document);
    const { pageId } = document;
    // A renderer that was told twice, one that was late, and one that had a later lease.
    await harness.store(
      large(jobId, { pageId }),
      large(jobId, { pageId, epoch: 0 }),
      large(jobId, { pageId, epoch: 7 }),
    );
    expect(await read(jobId)).toEqual([sent(document)]);
  });

  it('are the first of two that come at once for one page', async () => {
    const jobId = await harness.insertJob();
    const document = large(jobId);
    await harness.store(document, large(jobId, { pageId: document.pageId }));
    expect(await read(jobId)).toEqual([sent(document)]);
  });

  it('are what a later scrape with change tracking is compared with', async () => {
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

describe('documents with their contents in objects', () => {
  let harness: ResultsHarness;
  beforeAll(async () => {
    harness = await startResultsHarness({ contents: await openObjects() });
  });
  afterAll(() => harness.close());

  const keysOf = async (jobId: string) => (await server.keys()).filter((key) => key.includes(jobId));

  it('leave no object for what is refused, repeated, or to be erased', async () => {
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

  it('wait for a store that is away: nothing is stored of them until it is back', async () => {
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

  it('go with the last job of their day, and those that no row names with them', async () => {
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
    // A gateway whose clock is behind may still accept a job of that day.
    await clean(1);
    expect(await keysOf(jobId)).toHaveLength(1);
    await clean(2);
    expect(await keysOf(jobId)).toEqual([]);
  });
});
