import { readFileSync } from 'node:fs';
import { until } from '@orbweaver/testing';
import type { ApiClient } from '../harness/api-client';
import { fetchDocuments, requestJob, runJob, waitForDocuments, waitForEnd } from '../harness/jobs';
import {
  JSON_FORMAT,
  LAMP,
  type LampShop,
  MODEL_CONCURRENCY,
  MODEL_DEADLINE_MS,
  PRODUCT,
  PROVIDER_KEY,
  type ReadDocument,
  readProduct,
  startLampShop,
} from '../harness/lamp-shop';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';

describe('with a language model', () => {
  const system = System.shared();
  const askers = system.kind === 'standalone' ? (['standalone'] as const) : (['gateway', 'results'] as const);
  let api: ApiClient;
  let shop: LampShop;

  beforeAll(async () => {
    shop = await startLampShop();
    await system.reconfigure(askers, shop.settings);
    api = system.api(await addTeam(system));
  }, 120_000);
  afterAll(async () => {
    await system.reconfigure(askers, { LLM_BASE_URL: '', LLM_API_KEY: '', LLM_MODEL: '' });
    await shop.close();
  }, 120_000);
  beforeEach(() => shop.reset());

  const scrape = (body: object, version?: string) => shop.scrape(api, body, version);

  const given: [string, string, object, object, number][] = [
    ['json alone', 'v2', { formats: [JSON_FORMAT] }, { json: LAMP }, 5],
    ['json by a prompt alone', 'v2', { formats: [{ type: 'json', prompt: 'Name and price' }] }, { json: LAMP }, 5],
    ['a summary alone', 'v2', { formats: ['summary'] }, { summary: 'A lamp, and its price.' }, 1],
    ['both', 'v2', { formats: ['summary', JSON_FORMAT] }, { json: LAMP, summary: 'A lamp, and its price.' }, 5],
    [
      'json with other formats',
      'v2',
      { formats: ['markdown', 'links', JSON_FORMAT] },
      { json: LAMP, links: [], markdown: expect.stringContaining('It costs 12') },
      5,
    ],
    [
      'json of v1, under both names',
      'v1',
      { formats: ['json'], jsonOptions: { schema: PRODUCT } },
      { json: LAMP, llm_extraction: LAMP },
      5,
    ],
    [
      'extract of v1, under both names',
      'v1',
      { formats: ['extract'], extract: { prompt: 'Name and price', systemPrompt: 'You are another' } },
      { extract: LAMP, llm_extraction: LAMP },
      5,
    ],
  ];
  it.each(given)('returns %s from a scrape', async (_, version, body, content, credits) => {
    const { metadata, ...rest } = await scrape(body, version);
    expect(rest).toEqual(content);
    expect(metadata.creditsUsed).toBe(credits);
    expect(shop.provider.requests.at(-1)).toMatchObject({ model: 'small', authorization: `Bearer ${PROVIDER_KEY}` });
    expect(shop.provider.requests.at(-1)?.system).not.toContain('You are another');
  });

  it('returns and bills it for every page of batches and crawls', async () => {
    const urls = [1, 2, 3].map((n) => `${shop.origin}/shop/${n}`);
    const batch = await runJob(api, '/v2/batch/scrape', { urls, formats: [JSON_FORMAT], maxAge: 0 });
    expect((batch.documents as ReadDocument[]).map(({ json }) => json)).toEqual(
      expect.arrayContaining(urls.map((url) => ({ name: `Lamp ${new URL(url).pathname}`, price: 12 }))),
    );
    expect(batch.status).toMatchObject({ completed: 3, creditsUsed: 15 });
    const crawl = await runJob(api, '/v1/crawl', {
      url: `${shop.origin}/shop`,
      scrapeOptions: { formats: ['json', 'markdown'], jsonOptions: { schema: PRODUCT } },
    });
    expect(crawl.documents).toHaveLength(6);
    expect(crawl.status.creditsUsed).toBe(30);
    expect(shop.provider.mostAtWork).toBeLessThanOrEqual(MODEL_CONCURRENCY);
  });

  it('sends no page with zero data retention to the model', async () => {
    const before = shop.provider.requests.length;
    const body = { url: `${shop.origin}/lamp`, zeroDataRetention: true };
    const alone = await api.post('/v2/scrape', { ...body, formats: [JSON_FORMAT] });
    expect([alone.status, alone.body.code]).toEqual([400, 'SCRAPE_ZDR_VIOLATION_ERROR']);
    const beside = await api.post('/v2/scrape', { ...body, formats: ['markdown', JSON_FORMAT] });
    expect(beside.body.data.warning).toContain('json');
    expect(beside.body.data.json).toBeUndefined();
    expect(shop.provider.requests).toHaveLength(before);
  });

  it('derives crawl options from a prompt; those of the request take precedence', async () => {
    const options = { includePaths: ['^/shop/[23]$'], limit: 7, delay: 'nonsense', unknown: 1, sitemap: null };
    shop.provider.reply(() => ({ json: options }));
    const { status, body } = await api.post('/v2/crawl', {
      url: `${shop.origin}/shop`,
      prompt: 'only lamps 2 and 3',
      limit: 5,
      scrapeOptions: { maxAge: 0 },
    });
    expect(status).toBe(200);
    expect(body.promptGeneratedOptions).toEqual({ includePaths: ['^/shop/[23]$'], limit: 7 });
    expect(body.warning).toMatch(/were ignored: delay, unknown\./);
    expect(body.finalCrawlerOptions).toMatchObject({ includePaths: ['^/shop/[23]$'], limit: 5 });
    await waitForEnd(api, `/v2/crawl/${body.id}`);
    const documents = await fetchDocuments(api, `/v2/crawl/${body.id}`);
    expect(documents.map(({ metadata }) => new URL(metadata.sourceURL).pathname).sort()).toEqual([
      '/shop/2',
      '/shop/3',
    ]);
  });

  it('fails only pages that need a dead provider, at their deadline', async () => {
    shop.provider.reply(() => ({ fault: 'hang' }));
    const from = Date.now();
    const urls = Array.from({ length: 12 }, (_, n) => `${shop.origin}/dead/${n}`);
    const needy = await requestJob(api, '/v2/batch/scrape', { urls, formats: [JSON_FORMAT], maxAge: 0 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const plain = await runJob(api, '/v2/batch/scrape', { urls, formats: ['markdown'], maxAge: 0 });
    expect(plain.documents).toHaveLength(12);
    expect(Date.now() - from).toBeLessThan(MODEL_DEADLINE_MS);
    await waitForEnd(api, `/v2/batch/scrape/${needy}`, 4 * MODEL_DEADLINE_MS);
    const { body } = await api.get(`/v2/batch/scrape/${needy}/errors`);
    expect(body.errors).toHaveLength(12);
    expect(new Set(body.errors.map(({ code }: { code: string }) => code))).toEqual(new Set(['SCRAPE_MODEL_ERROR']));
    shop.provider.reply(readProduct);
    expect((await scrape({ formats: [JSON_FORMAT] })).json).toEqual(LAMP);
  }, 90_000);

  // On one process the chaos suite covers this.
  if (system.kind === 'kafka') {
    it('loses nothing when a process dies during a model request', async () => {
      shop.provider.reply(() => ({ fault: 'hang' }));
      const urls = [`${shop.origin}/lost/1`, `${shop.origin}/lost/2`];
      const id = await requestJob(api, '/v2/batch/scrape', { urls, formats: [JSON_FORMAT], maxAge: 0 });
      const asked = shop.provider.requests.length;
      await until('the question', () => shop.provider.requests.length > asked, 30_000);
      await system.kill('results');
      shop.provider.reply(readProduct);
      await system.restart('results');
      await waitForDocuments(api, `/v2/batch/scrape/${id}`, 2);
      const status = await waitForEnd(api, `/v2/batch/scrape/${id}`);
      expect(status).toMatchObject({ completed: 2, creditsUsed: 10 });
    }, 120_000);
  }

  it('logs no provider key', () => {
    for (const role of askers) expect(readFileSync(system.process(role).logFile, 'utf8')).not.toContain(PROVIDER_KEY);
  });
});
