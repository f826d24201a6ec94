import { readFileSync } from 'node:fs';
import {
  type ObjectStoreServer,
  startObjectStore,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import type { ApiClient, WireDocument } from '../harness/api-client';
import { withDatabase } from '../harness/dump-database';
import { fetchDocuments, requestJob, runJob, waitForDocuments, waitForEnd } from '../harness/jobs';
import { readPicture } from '../harness/read-data-uri';
import { type SmallSite, startSmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const START_WITHIN_MS = 120_000;
const PAGES = 120;
const SLOW_PAGES = 30;
const NOTICED_WITHIN_MS = 20_000;

describe('with an object store', () => {
  let store: ObjectStoreServer;
  let site: SmallSite;
  let receiver: WebhookReceiver;
  let system: System;
  let api: ApiClient;
  let words = 'Words.';

  beforeAll(async () => {
    store = await startObjectStore();
    receiver = await startWebhookReceiver();
    site = await startSmallSite(({ url = '/' }, response) => {
      const [, area, page] = url.split('/');
      const links =
        page === '' ? Array.from({ length: area === 'slow' ? SLOW_PAGES - 1 : PAGES - 1 }, (_, n) => n) : [];
      const html = `<!doctype html><title>${url}</title><main><h1>Page ${url}</h1><p>${area === 'changing' ? words : 'Text.'}</p>${links
        .map((link) => `<a href="/${area}/${link}">${link}</a>`)
        .join(' ')}</main>`;
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html), area === 'slow' ? 100 : 0);
    });
    system = await startStandalone({
      OBJECT_STORE_URL: store.url,
      OBJECT_STORE_MIN_KIB: '0',
      RETENTION_INTERVAL: '1s',
    });
    api = system.api();
  }, START_WITHIN_MS);
  afterAll(async () => {
    await system.stop();
    await site.stop();
    await receiver.close();
    await store.close();
  });

  const keysOf = async (jobId: string) => (await store.keys()).filter((key) => key.includes(jobId));
  const crawlOf = (area: string, more: object = {}) => ({ url: `${site.origin}/${area}/`, sitemap: 'skip', ...more });

  async function scrape(path: string, more: object = {}): Promise<WireDocument & { changeTracking?: object }> {
    const { status, body } = await api.post('/v2/scrape', { url: site.origin + path, maxAge: 0, ...more });
    expect([status, body.error]).toEqual([200, undefined]);
    return body.data;
  }

  it('stores each document of a crawl as an object and none in Postgres', async () => {
    const job = await runJob(api, '/v2/crawl', crawlOf('crawled', { limit: PAGES, webhook: { url: receiver.url } }));
    expect(job.status).toMatchObject({ status: 'completed', completed: PAGES });
    expect(new Set(job.documents.map(({ markdown }) => markdown)).size).toBe(PAGES);
    expect(await keysOf(job.id)).toHaveLength(PAGES);
    const rows = await withDatabase(system, (database) => database.document.findMany({ where: { jobId: job.id } }));
    expect(rows.filter(({ content, objectHash }) => content === null && objectHash !== null)).toHaveLength(PAGES);

    const pages = await until(
      'all webhooks',
      () => {
        const found = receiver.deliveries.filter(({ body }) => body.type === 'crawl.page');
        return found.length >= PAGES ? found.flatMap(({ body }) => body.data as WireDocument[]) : undefined;
      },
      NOTICED_WITHIN_MS,
    );
    const byId = (a: WireDocument, b: WireDocument) => a.metadata.scrapeId.localeCompare(b.metadata.scrapeId);
    expect(pages.sort(byId)).toEqual([...job.documents].sort(byId));
  });

  it('stores screenshots of a batch', async () => {
    const { documents } = await runJob(api, '/v2/batch/scrape', {
      urls: [`${site.origin}/shown/1`],
      formats: ['markdown', 'screenshot'],
    });
    expect(documents).toMatchObject([{ markdown: expect.stringContaining('Page /shown/1') }]);
    expect(readPicture(documents[0]?.screenshot)).toMatchObject({ type: 'png' });
  });

  it('serves scrapes and change tracking from objects', async () => {
    const first = await scrape('/changing/1', { formats: ['markdown'] });
    expect((await api.get(`/v2/scrape/${first.metadata.scrapeId}`)).body.data).toEqual(first);
    const tracking = { formats: ['markdown', 'changeTracking'] };
    expect((await scrape('/changing/1', tracking)).changeTracking).toMatchObject({ changeStatus: 'same' });
    words = 'Other words.';
    expect((await scrape('/changing/1', tracking)).changeTracking).toMatchObject({ changeStatus: 'changed' });
  });

  it('stores nothing of a page with zero data retention', async () => {
    const before = await store.keys();
    await scrape('/ephemeral/1', { zeroDataRetention: true });
    const job = await runJob(api, '/v2/batch/scrape', {
      urls: [`${site.origin}/ephemeral/2`],
      zeroDataRetention: true,
    });
    expect(job.documents).toMatchObject([{ markdown: expect.stringContaining('Page /ephemeral/2') }]);
    expect(await store.keys()).toEqual(before);
  });

  it('returns a warning for a lost object and all other documents', async () => {
    const { id } = await runJob(api, '/v2/batch/scrape', { urls: [1, 2, 3].map((n) => `${site.origin}/lost/${n}`) });
    const [key] = await keysOf(id);
    await store.lose(key!);
    // Pages of documents are cached for two seconds.
    const documents = await until(
      'the loss',
      async () => {
        const found = await fetchDocuments(api, `/v2/batch/scrape/${id}`);
        return found.some(({ markdown }) => markdown === undefined) ? found : undefined;
      },
      NOTICED_WITHIN_MS,
    );
    const [lost, ...others] = [...documents].sort((a) => (a.markdown === undefined ? -1 : 1));
    expect(lost).toMatchObject({ warning: expect.stringContaining('missing'), metadata: { statusCode: 200 } });
    expect(others.map(({ markdown }) => markdown?.includes('Page /lost/'))).toEqual([true, true]);
    const { status, body } = await api.get(`/v2/scrape/${lost!.metadata.scrapeId}`);
    expect([status, body.code]).toEqual([500, 'DOCUMENT_MISSING']);
  });

  it('stores every page once when the store restarts during a crawl', async () => {
    const job = `/v2/crawl/${await requestJob(api, '/v2/crawl', crawlOf('slow', { limit: SLOW_PAGES, maxConcurrency: 2 }))}`;
    await waitForDocuments(api, job, 5);
    await store.kill();
    try {
      const { headers, body } = await until(
        '503',
        async () => {
          const reply = await api.get(job);
          return reply.status === 503 ? reply : undefined;
        },
        NOTICED_WITHIN_MS,
      );
      expect(body).toMatchObject({ success: false, code: 'STORE_UNAVAILABLE' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      await until(
        'unready',
        async () => {
          const { status, body } = await api.get('/health/ready');
          return status === 503 && JSON.stringify(body).includes('object store does not respond');
        },
        NOTICED_WITHIN_MS,
      );
    } finally {
      await store.start();
    }
    await until('ready', async () => (await api.get('/health/ready')).status === 200, NOTICED_WITHIN_MS);
    expect(await waitForEnd(api, job)).toMatchObject({ status: 'completed', completed: SLOW_PAGES });
    const documents = await fetchDocuments(api, job);
    expect(new Set(documents.map(({ markdown }) => markdown)).size).toBe(SLOW_PAGES);
    expect(documents).toHaveLength(SLOW_PAGES);
  });

  it('deletes the objects of a day without jobs', async () => {
    const [key] = await store.keys();
    const old = key!.replace(/\d{8}/, '20200229');
    await store.copy(key!, old);
    await until('no old object', async () => !(await store.keys()).includes(old), NOTICED_WITHIN_MS);
    expect(await store.keys()).toContain(key);
  });

  it('counts requests in metrics and logs no secret', async () => {
    const requests = ['put ok', 'get ok', 'get missing', 'list ok', 'delete ok', 'probe ok', 'probe failed'];
    await until(
      'all requests in the metrics',
      async () => {
        const metrics = String((await api.get('/metrics')).body);
        const counts = requests.map((request) => {
          const [operation, outcome] = request.split(' ');
          return `orbweaver_object_store_request_seconds_count{operation="${operation}",outcome="${outcome}"} `;
        });
        return counts.every((count) => metrics.includes(count));
      },
      NOTICED_WITHIN_MS,
    );
    expect(readFileSync(system.process('standalone').logFile, 'utf8')).not.toContain(new URL(store.url).password);
  });
});
