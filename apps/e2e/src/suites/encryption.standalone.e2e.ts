import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  type ObjectStoreServer,
  startObjectStore,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import type { ApiClient, WireDocument } from '../harness/api-client';
import { dumpDatabase, withDatabase } from '../harness/dump-database';
import { filesHolding, holds } from '../harness/find-traces';
import { requestJob, runJob, waitForEnd } from '../harness/jobs';
import { adminEnv, runCommand } from '../harness/run-admin';
import { scrapeMetrics } from '../harness/scrape-metrics';
import { type SmallSite, startSmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const PAGES = 4;
const DAY_MS = 86_400_000;
const DELIVERED_WITHIN_MS = 20_000;
const START_WITHIN_MS = 120_000;
const newKey = () => randomBytes(32).toString('base64');
const newMarker = () => `mark${randomBytes(9).toString('hex')}`;

/** The beginning of encrypted bytes. */
const ENVELOPE = Buffer.from([0x00, 0xae, 0x6f, 0x77]);

describe('with ENCRYPTION_KEYS', () => {
  const [older, newer] = [newKey(), newKey()];
  const marker = newMarker();
  let sentence = 'First version.';
  let shown = marker;
  let store: ObjectStoreServer;
  let site: SmallSite;
  let receiver: WebhookReceiver;
  let system: System;
  let api: ApiClient;
  let first: Awaited<ReturnType<typeof crawl>>;

  beforeAll(async () => {
    store = await startObjectStore();
    receiver = await startWebhookReceiver();
    site = await startSmallSite(({ url = '/' }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end();
      // Hex digits compress to half, so that this page is stored as an object.
      const words = url.endsWith('/1') ? randomBytes(20_000).toString('hex') : 'Short.';
      const links = Array.from({ length: PAGES - 1 }, (_, n) => `<a href="/pages/${n + 1}">${n + 1}</a>`).join(' ');
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'public' }).end(
        `<!doctype html><title>${shown} title</title><meta name="description" content="${shown}">
        <main><h1>${shown}</h1><p>${sentence} ${words}</p>${links}</main>`,
      );
    });
    system = await startStandalone({ OBJECT_STORE_URL: store.url, ENCRYPTION_KEYS: older, LOG_LEVEL: 'debug' });
    api = system.api();
    first = await crawl();
  }, START_WITHIN_MS);
  afterAll(async () => {
    await system.stop();
    await site.stop();
    await receiver.close();
    await store.close();
  });

  const crawl = (more: object = {}) =>
    runJob(api, '/v2/crawl', {
      url: `${site.origin}/pages/`,
      sitemap: 'skip',
      webhook: { url: receiver.url },
      scrapeOptions: { formats: ['markdown', 'screenshot'], maxAge: DAY_MS },
      ...more,
    });
  const track = async (): Promise<WireDocument & { changeTracking?: { changeStatus: string; diff?: object } }> => {
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];
    const { body } = await api.post('/v2/scrape', { url: `${site.origin}/tracked`, formats });
    return body.data;
  };
  const failures = async (reason: string) =>
    (await scrapeMetrics(system)).find(
      ({ metric, labels }) => metric === 'orbweaver_content_decryption_failures_total' && labels.reason === reason,
    )?.value;
  const logged = (event: string) => filesHolding(system.directory, event, (file) => file.endsWith('standalone.log'));

  it('returns documents by status, scrape id, export, webhook and map', async () => {
    expect(first.status).toMatchObject({ status: 'completed', completed: PAGES });
    for (const { markdown, screenshot, metadata } of first.documents) {
      expect(markdown).toContain(marker);
      expect(screenshot).toBeDefined();
      expect(metadata).toMatchObject({ title: `${marker} title`, statusCode: 200 });
    }
    const { scrapeId } = first.documents[0]!.metadata;
    expect((await api.get(`/v2/scrape/${scrapeId}`)).body.data).toEqual(first.documents[0]);
    const delivered = await until(
      'all webhooks',
      () => {
        const found = receiver.deliveries.filter(({ body }) => body.type === 'crawl.page' && body.id === first.id);
        return found.length === PAGES ? found.flatMap(({ body }) => body.data as WireDocument[]) : undefined;
      },
      DELIVERED_WITHIN_MS,
    );
    const byId = (a: WireDocument, b: WireDocument) => a.metadata.scrapeId.localeCompare(b.metadata.scrapeId);
    expect(delivered.sort(byId)).toEqual([...first.documents].sort(byId));
    const file = path.join(system.directory, 'export.jsonl');
    await runCommand(['job', 'export', first.id, '--output', file], adminEnv(system));
    const { links } = (await api.post('/v2/map', { url: `${site.origin}/pages/2`, sitemap: 'skip' })).body;
    expect(links).toContainEqual(expect.objectContaining({ title: `${marker} title` }));
    expect(filesHolding(system.directory, marker, (name) => name === file)).toEqual([file]);
  });

  it('answers from the page cache', async () => {
    const { body } = await api.post('/v2/scrape', {
      url: `${site.origin}/pages/2`,
      formats: ['markdown', 'screenshot'],
      maxAge: DAY_MS,
    });
    expect(body.data.metadata.cacheState).toBe('hit');
    expect(body.data.markdown).toContain(marker);
  });

  it('compares scrapes with change tracking', async () => {
    expect((await track()).changeTracking?.changeStatus).toBe('new');
    expect((await track()).changeTracking?.changeStatus).toBe('same');
    sentence = 'Second version.';
    const changed = await track();
    expect(changed.changeTracking).toMatchObject({ changeStatus: 'changed' });
    expect(JSON.stringify(changed.changeTracking?.diff)).toContain('First version.');
  });

  it('encrypts every content, and stores the text of the pages in no table, object, log or file', async () => {
    const plain = await withDatabase(
      system,
      (database) => database.$queryRaw<object[]>`
        SELECT 'documents' AS place FROM documents
        WHERE substring(content FOR 4) <> ${ENVELOPE}::bytea OR metadata->>'encrypted' IS NULL
        UNION ALL SELECT 'page_cache' FROM page_cache
        WHERE substring(body FOR 4) <> ${ENVELOPE}::bytea OR substring(screenshot FOR 4) <> ${ENVELOPE}::bytea
           OR capture->>'encrypted' IS NULL
        UNION ALL SELECT 'page_history' FROM page_history WHERE substring(markdown FOR 4) <> ${ENVELOPE}::bytea`,
    );
    expect(plain).toEqual([]);
    const rows = await withDatabase(system, dumpDatabase);
    expect([...new Set(rows.filter(({ bytes }) => holds(bytes, marker)).map(({ table }) => table))]).toEqual([]);
    const objects = await Promise.all((await store.keys()).map((key) => store.read(key)));
    expect(objects.filter((bytes) => bytes.subarray(0, 4).equals(ENVELOPE)).length).toBeGreaterThan(0);
    expect(objects.filter((bytes) => holds(bytes, marker))).toEqual([]);
    const isOwn = (file: string) => !file.endsWith('export.jsonl');
    expect(filesHolding(system.directory, marker, isOwn)).toEqual([]);
    for (const key of [older, Buffer.from(older, 'base64').toString('hex')]) {
      const isKept = (file: string) => !file.endsWith('state.json');
      expect(filesHolding(system.directory, key, isKept)).toEqual([]);
      const metrics = await fetch(`${system.process('standalone').url}/metrics`).then((answer) => answer.text());
      expect(metrics).not.toContain(key);
    }
  });

  it('reads old and new contents after a rotation, and answers 503 while a key is missing', async () => {
    const status = `/v2/crawl/${first.id}`;
    await system.reconfigure(['standalone'], { ENCRYPTION_KEYS: `${newer},${older}` });
    expect((await api.get(status)).body.data[0].markdown).toContain(marker);
    expect((await track()).changeTracking?.changeStatus).toBe('same');
    const second = await crawl({ scrapeOptions: { maxAge: 0 } });

    await system.reconfigure(['standalone'], { ENCRYPTION_KEYS: newer });
    expect((await api.get(`/v2/crawl/${second.id}`)).body.data[0].markdown).toContain(marker);
    const refused = await api.get(status);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(JSON.stringify(refused.body)).not.toContain('key');
    expect(await failures('unknown_key')).toBeGreaterThan(0);
    expect(logged('content-key-unknown')).toHaveLength(1);

    await system.reconfigure(['standalone'], { ENCRYPTION_KEYS: `none,${newer},${older}` });
    expect((await api.get(status)).body.data).toHaveLength(PAGES);
    shown = 'Decrypted only';
    const url = `${site.origin}/pages/3`;
    const unencrypted = (await api.post('/v2/scrape', { url, maxAge: 0, storeInCache: false })).body.data;
    shown = marker;

    await system.reconfigure(['standalone'], { ENCRYPTION_KEYS: '' });
    const read = await api.get(`/v2/scrape/${unencrypted.metadata.scrapeId}`);
    expect(read.body.data.markdown).toContain('Decrypted only');
    expect((await api.get(`/v2/crawl/${second.id}`)).status).toBe(503);
    const ready = await fetch(`${system.process('standalone').url}/health/ready`);
    expect(ready.status).toBe(200);
    // Stored without encryption.
    shown = 'Public';
    const fetched = await api.post('/v2/scrape', { url: `${site.origin}/pages/2`, maxAge: DAY_MS });
    expect(fetched.body.data.metadata.cacheState).toBe('miss');

    await system.reconfigure(['standalone'], { ENCRYPTION_KEYS: `${newer},${older}` });
    shown = marker;
    expect((await api.get(status)).body.data).toHaveLength(PAGES);
    const plain = await api.get(`/v2/scrape/${fetched.body.data.metadata.scrapeId}`);
    expect(plain.body.data.markdown).toContain('Public');
  }, 180_000);

  it('reports a document that was altered or moved to another row, and returns the others', async () => {
    const path = '/v2/crawl';
    const id = await requestJob(api, path, { url: `${site.origin}/pages/`, sitemap: 'skip' });
    await waitForEnd(api, `${path}/${id}`);
    await withDatabase(
      system,
      (database) => database.$executeRaw`
        UPDATE documents d SET content = other.content FROM documents other
        WHERE d.job_id = ${id}::uuid AND other.job_id = ${id}::uuid
          AND d.content IS NOT NULL AND other.content IS NOT NULL AND d.page_id <> other.page_id`,
    );
    const { status, body } = await api.get(`/v2/crawl/${id}`);
    const warned = body.data.filter(({ warning }: WireDocument) => /is missing from the store/.test(warning ?? ''));
    expect([status, warned.length, body.data.length]).toEqual([200, PAGES - 1, PAGES]);
    expect(await failures('altered')).toBe(PAGES - 1);
    expect(logged('content-altered')).toHaveLength(1);
  });

  it('keeps contents encrypted in a backup, which is read with the keys only', async () => {
    const folder = path.join(system.directory, 'backup');
    await runCommand(['backup', folder], { ...adminEnv(system), ENCRYPTION_KEYS: '' });
    expect(filesHolding(folder, marker)).toEqual([]);
    expect(filesHolding(folder, older)).toEqual([]);
    await system.kill('standalone');
    const DATA_DIR = path.join(system.directory, 'new-data');
    await runCommand(['restore', folder], { ...adminEnv(system), DATA_DIR, ENCRYPTION_KEYS: '' });
    await system.restart('standalone', 0, { DATA_DIR, ENCRYPTION_KEYS: '' });
    expect((await api.get(`/v2/crawl/${first.id}`)).status).toBe(503);
    await system.reconfigure(['standalone'], { DATA_DIR, ENCRYPTION_KEYS: `${newer},${older}` });
    const restored = (await api.get(`/v2/crawl/${first.id}`)).body.data as WireDocument[];
    expect(restored.map(({ markdown }) => markdown)).toEqual(first.documents.map(({ markdown }) => markdown));
  }, 120_000);
});
