import { createHash, randomBytes } from 'node:crypto';
import { type ObjectStoreServer, startObjectStore, until } from '@orbweaver/testing';
import { ContentMissingError, type ContentStore, type PlacedContent } from './content-store';
import { ObjectContents } from './object-contents';
import { parseObjectStoreUrl } from './object-store-url';
import { RowContents } from './row-contents';
import { type BucketRequest, S3Bucket } from './s3-bucket';

const MIN_BYTES = 1000;
const { signal } = new AbortController();

let server: ObjectStoreServer;
const buckets: S3Bucket[] = [];
const requests: BucketRequest[] = [];
beforeAll(async () => {
  server = await startObjectStore();
});
afterAll(async () => {
  for (const bucket of buckets) bucket.close();
  await server.close();
});

function openBucket(path = ''): { bucket: S3Bucket; prefix: string } {
  const address = parseObjectStoreUrl(server.url + path);
  const bucket = new S3Bucket(address, { concurrency: 8, stepKeys: 10, onRequest: (one) => requests.push(one) });
  buckets.push(bucket);
  return { bucket, prefix: address.prefix };
}

const openObjects = (path?: string) => new ObjectContents({ ...openBucket(path), minBytes: MIN_BYTES });

const jobOf = (day: string, version = 7) => {
  const hex = Date.parse(`${day}T12:00:00Z`).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${version}${randomHex(3)}-8${randomHex(3)}-${randomHex(12)}`;
};
const randomHex = (digits: number) => randomBytes(8).toString('hex').slice(0, digits);

const newContent = (content: Uint8Array = randomBytes(5000), jobId = jobOf('2026-11-25')) => ({
  jobId,
  pageId: jobOf('2026-11-25', 4),
  content,
});

const rowOf = (one: { jobId: string; pageId: string }, placed: PlacedContent | undefined) => ({ ...one, ...placed! });

describe.each([
  ['rows', () => new RowContents()],
  ['objects', () => openObjects('/contract')],
])('content store: %s', (_, open: () => ContentStore) => {
  let contents: ContentStore;
  beforeAll(() => {
    contents = open();
  });

  it('returns stored contents of any size, in order', async () => {
    const placed = [0, 1, MIN_BYTES - 1, MIN_BYTES, 300_000].map((bytes) => newContent(randomBytes(bytes)));
    const rows = (await contents.place(placed)).map((one, index) => rowOf(placed[index]!, one));
    const read = await Promise.all(rows.map((row) => contents.read(row)));
    expect(read.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
      placed.map(({ content }) => Buffer.from(content).toString('hex')),
    );
  });

  it('keeps the stored content of a page when it is placed again or by another lease', async () => {
    const first = newContent();
    const other = { ...first, content: randomBytes(5000) };
    const [named] = await contents.place([first]);
    await contents.place([first, other]);
    const read = await contents.read(rowOf(first, named));
    expect(Buffer.from(read).equals(first.content)).toBe(true);
  });

  it('deletes a day without objects', async () => {
    expect(await contents.deleteDay('20200101', signal)).toBe(0);
  });
});

describe('ObjectContents', () => {
  it('keeps small contents and those of jobs without a day in rows', async () => {
    const contents = openObjects('/small');
    const placed = await contents.place([
      newContent(randomBytes(MIN_BYTES - 1)),
      newContent(randomBytes(MIN_BYTES), jobOf('2026-11-25', 4)),
      newContent(randomBytes(MIN_BYTES)),
    ]);
    expect(placed.map(({ content }) => content === null)).toEqual([false, false, true]);
    expect((await server.keys()).filter((key) => key.startsWith('small/'))).toHaveLength(1);
  });

  it('deletes all objects of a day, beyond one list request, and no others', async () => {
    const contents = openObjects('/days');
    const { bucket } = openBucket();
    const [kept] = await contents.place([newContent(undefined, jobOf('2026-11-24'))]);
    expect(kept?.content).toBeNull();
    await Promise.all(
      Array.from({ length: 25 }, (__, index) => bucket.put(`days/documents/20261123/${index}`, Buffer.from('x'))),
    );
    expect((await contents.listDays()).sort()).toEqual(['20261123', '20261124']);

    expect(await contents.deleteDay('20261123', AbortSignal.abort())).toBe(0);
    expect(await contents.deleteDay('20261123', signal)).toBe(25);
    expect(await contents.deleteDay('20261123', signal)).toBe(0);
    expect(await contents.listDays()).toEqual(['20261124']);
    expect((await server.keys()).filter((key) => key.startsWith('days/'))).toHaveLength(1);
  });

  it('deletes all objects of a job, and no others', async () => {
    const contents = openObjects('/jobs');
    const [first, second] = [newContent(), newContent()];
    const placed = await contents.place([first, second]);
    expect(await contents.deleteJob(first.jobId, signal)).toBe(1);
    expect(await contents.deleteJob(first.jobId, signal)).toBe(0);
    await expect(contents.read(rowOf(first, placed[0]))).rejects.toThrow(ContentMissingError);
    expect(await contents.read(rowOf(second, placed[1]))).toHaveLength(5000);
  });

  it('reports missing and altered objects', async () => {
    const contents = openObjects('/lost');
    const pages = [newContent(), newContent()];
    const [lost, damaged] = (await contents.place(pages)).map((placed, index) => rowOf(pages[index]!, placed));
    const keys = (await server.keys()).filter((key) => key.startsWith('lost/'));
    await server.lose(keys.find((key) => key.includes(lost!.pageId))!);
    await server.damage(keys.find((key) => key.includes(damaged!.pageId))!);
    await expect(contents.read(lost!)).rejects.toThrow(ContentMissingError);
    await expect(contents.read(damaged!)).rejects.toThrow(/has another hash/);
    expect(requests.map(({ operation, outcome }) => `${operation} ${outcome}`)).toContain('get missing');
  });

  it('waits for an unavailable store, then uses rows until it recovers', async () => {
    const away: number[] = [];
    let nowMs = 0;
    const contents = new ObjectContents({
      ...openBucket('/away'),
      minBytes: MIN_BYTES,
      nowMs: () => nowMs,
      patienceMs: 1000,
      onBypass: (ms) => away.push(ms),
    });
    const page = newContent();
    const [before] = await contents.place([page]);
    await server.kill();
    try {
      await expect(contents.place([newContent()])).rejects.toMatchObject({ retry: 'until-it-works' });
      await expect(contents.read(rowOf(page, before))).rejects.toMatchObject({ retry: 'until-it-works' });
      nowMs = 999;
      await expect(contents.place([newContent()])).rejects.toMatchObject({ retry: 'until-it-works' });
      nowMs = 1000;
      const [late] = await contents.place([newContent()]);
      expect(late).toMatchObject({ objectHash: null });
      await contents.place([newContent()]);
      expect(away).toEqual([1000]);
    } finally {
      await server.start();
    }
    await until('the store to recover', () =>
      contents.probe().then(
        () => true,
        () => undefined,
      ),
    );
    expect(await contents.place([newContent()])).toMatchObject([{ content: null }]);
    expect(
      createHash('sha256')
        .update(await contents.read(rowOf(page, before)))
        .digest(),
    ).toEqual(before?.objectHash);
  });
});

describe('S3Bucket', () => {
  it.each([
    ['no problem with valid settings', '', undefined],
    ['a missing bucket', 'bucket', /does not exist; create it/],
    ['an unknown key', 'key', /unknown access key/],
  ])('reports at start-up %s', async (__, what, expected) => {
    const address = parseObjectStoreUrl(server.url);
    const { accessKeyId, secretAccessKey } = address.credentials!;
    const bucket = new S3Bucket(
      {
        ...address,
        ...(what === 'bucket' ? { bucket: 'another' } : {}),
        credentials: {
          accessKeyId: what === 'key' ? 'UNKNOWN' : accessKeyId,
          secretAccessKey,
        },
      },
      { concurrency: 1 },
    );
    buckets.push(bucket);
    const wrong = await bucket.check({ prefix: 'check/', writes: true });
    if (expected === undefined) expect(wrong).toBeUndefined();
    else expect(wrong).toMatch(expected);
  });
});

describe('parseObjectStoreUrl', () => {
  it.each([
    [
      'http://key:s%2Fcret@minio:9000/bucket',
      {
        endpoint: 'http://minio:9000',
        bucket: 'bucket',
        prefix: '',
        region: 'us-east-1',
        credentials: { accessKeyId: 'key', secretAccessKey: 's/cret' },
      },
    ],
    [
      'https://s3.eu-central-1.amazonaws.com/bucket/a/b/',
      {
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        bucket: 'bucket',
        prefix: 'a/b/',
        region: 'eu-central-1',
      },
    ],
    [
      'https://store.test/bucket?region=garage',
      { endpoint: 'https://store.test', bucket: 'bucket', prefix: '', region: 'garage' },
    ],
  ])('reads %s', (text, address) => expect(parseObjectStoreUrl(text)).toEqual(address));

  it.each([
    ['s3://bucket/prefix', /https:\/\/host\/bucket/],
    ['an invalid address', /https:\/\/host\/bucket/],
    ['https://host', /must name a bucket/],
    ['https://key@host/bucket', /a key without a secret/],
    ['https://host/bucket?tls=true', /only region is supported/],
  ])('rejects %s', (text, message) => expect(() => parseObjectStoreUrl(text)).toThrow(message));
});
