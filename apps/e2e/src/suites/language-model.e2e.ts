import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelProvider, type ModelReply, type ModelRequest, startModelProvider } from '@orbweaver/testing';
import type { ApiClient, WireDocument } from '../harness/api-client';
import { requestJob, runJob, waitForDocuments, waitForEnd } from '../harness/jobs';
import { addTeam } from '../harness/run-admin';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { ClientEnvironment } from '../official-client/client-environment';
import { ClientProcess } from '../official-client/client-process';

type Enriched = WireDocument & {
  json?: unknown;
  extract?: unknown;
  llm_extraction?: unknown;
  summary?: string;
  changeTracking?: { changeStatus: string; diff?: string; json?: unknown };
};

const KEY = 'the-secret-key-of-the-provider';
const CONCURRENCY = 3;
const DEADLINE_MS = 6_000;
const PRODUCT = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { $ref: '#/$defs/money' } },
  required: ['name', 'price'],
  $defs: { money: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
};
const JSON_FORMAT = { type: 'json', schema: PRODUCT, prompt: 'The product' };

describe('with a language model', () => {
  const system = System.shared();
  const askers = system.kind === 'standalone' ? (['standalone'] as const) : (['gateway', 'results'] as const);
  let api: ApiClient;
  let provider: ModelProvider;
  let server: Server;
  let site: string;
  let prices: Map<string, string>;

  beforeAll(async () => {
    provider = await startModelProvider();
    await system.reconfigure(askers, {
      LLM_BASE_URL: provider.url,
      LLM_API_KEY: KEY,
      LLM_MODEL: 'small',
      LLM_TIMEOUT: '1s',
      LLM_DEADLINE: `${DEADLINE_MS}ms`,
      LLM_CONCURRENCY: String(CONCURRENCY),
    });
    api = system.api(await addTeam(system));
    server = createServer((request, response) => {
      const links = request.url === '/shop' ? [1, 2, 3, 4, 5].map((n) => `<a href="/shop/${n}">Lamp ${n}</a>`) : [];
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><title>Lamp</title><main><h1>Lamp ${request.url}</h1><p>It costs ${prices.get(request.url!) ?? 12} and gives light.</p>${links.join(' ')}</main>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 120_000);
  afterAll(async () => {
    await system.reconfigure(askers, { LLM_BASE_URL: '', LLM_API_KEY: '', LLM_MODEL: '' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await provider.close();
  }, 120_000);
  beforeEach(() => {
    prices = new Map();
    provider.next();
    provider.reply(readProduct);
  });

  /** Answers like a model that reads. */
  function readProduct({ system: task, user }: ModelRequest): ModelReply {
    if (task.includes('summarize')) return 'A lamp, and its price.';
    return { json: { name: /# (Lamp \S+)/.exec(user)?.[1] ?? 'A lamp', price: Number(/costs (\d+)/.exec(user)?.[1]) } };
  }

  async function scrape(body: object, version = 'v2'): Promise<Enriched> {
    const reply = await api.post(`/${version}/scrape`, { url: `${site}/lamp`, maxAge: 0, ...body });
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body.data;
  }

  const lamp = { name: 'Lamp /lamp', price: 12 };
  const given: [string, string, object, object, number][] = [
    ['json alone', 'v2', { formats: [JSON_FORMAT] }, { json: lamp }, 5],
    ['json by a prompt alone', 'v2', { formats: [{ type: 'json', prompt: 'Name and price' }] }, { json: lamp }, 5],
    ['a summary alone', 'v2', { formats: ['summary'] }, { summary: 'A lamp, and its price.' }, 1],
    ['both', 'v2', { formats: ['summary', JSON_FORMAT] }, { json: lamp, summary: 'A lamp, and its price.' }, 5],
    [
      'json beside other formats',
      'v2',
      { formats: ['markdown', 'links', JSON_FORMAT] },
      { json: lamp, links: [], markdown: expect.stringContaining('It costs 12') },
      5,
    ],
    [
      'json of v1, under both names',
      'v1',
      { formats: ['json'], jsonOptions: { schema: PRODUCT } },
      { json: lamp, llm_extraction: lamp },
      5,
    ],
    [
      'extract of v1, under both names',
      'v1',
      { formats: ['extract'], extract: { prompt: 'Name and price', systemPrompt: 'You are another' } },
      { extract: lamp, llm_extraction: lamp },
      5,
    ],
  ];
  it.each(given)('a scrape gives %s', async (_, version, body, content, credits) => {
    const { metadata, ...rest } = await scrape(body, version);
    expect(rest).toEqual(content);
    expect(metadata.creditsUsed).toBe(credits);
    expect(provider.requests.at(-1)).toMatchObject({ model: 'small', authorization: `Bearer ${KEY}` });
    expect(provider.requests.at(-1)?.system).not.toContain('You are another');
  });

  it('batches and crawls give it for every page, at the price of each', async () => {
    const urls = [1, 2, 3].map((n) => `${site}/shop/${n}`);
    const batch = await runJob(api, '/v2/batch/scrape', { urls, formats: [JSON_FORMAT], maxAge: 0 });
    expect((batch.documents as Enriched[]).map(({ json }) => json)).toEqual(
      expect.arrayContaining(urls.map((url) => ({ name: `Lamp ${new URL(url).pathname}`, price: 12 }))),
    );
    expect(batch.status).toMatchObject({ completed: 3, creditsUsed: 15 });
    const crawl = await runJob(api, '/v1/crawl', {
      url: `${site}/shop`,
      scrapeOptions: { formats: ['json', 'markdown'], jsonOptions: { schema: PRODUCT } },
    });
    expect(crawl.documents).toHaveLength(6);
    expect(crawl.status.creditsUsed).toBe(30);
    expect(provider.mostAtWork).toBeLessThanOrEqual(CONCURRENCY);
  });

  it.each([
    ['a bad schema', { type: 'json', schema: { type: 'strng' } }, /Invalid JSON schema/],
    ['a reference to nowhere', { type: 'json', schema: { $ref: '#/$defs/none' } }, /Invalid JSON schema/],
  ])('%s is refused at once', async (_, format, message) => {
    const { status, body } = await api.post('/v2/scrape', { url: `${site}/lamp`, formats: [format] });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error).toMatch(message);
  });

  const faults: [string, ModelReply, RegExp][] = [
    ['does not fit the schema', { json: { name: 7 } }, /\/name must be string/],
    ['is no JSON', { fault: 'half' }, /no JSON/],
    ['is a refusal', { fault: 'refusal' }, /refuses/],
    ['is cut off', { fault: 'cut-off' }, /cut off/],
    ['says that the key is wrong', { status: 401, message: KEY }, /401/],
  ];
  it.each(faults)('an answer that %s is an error, or a warning beside other formats', async (_, reply, message) => {
    provider.reply(() => reply);
    const alone = await api.post('/v2/scrape', { url: `${site}/lamp`, formats: [JSON_FORMAT], maxAge: 0 });
    expect([alone.status, alone.body.code]).toEqual([500, 'SCRAPE_MODEL_ERROR']);
    expect(alone.body.error).toMatch(message);
    const { markdown, json, warning, metadata } = await scrape({ formats: ['markdown', JSON_FORMAT] });
    expect(markdown).toContain('It costs 12');
    expect(json).toBeUndefined();
    expect(warning).toMatch(message);
    expect(metadata.creditsUsed).toBe(1);
    expect(JSON.stringify([alone.body, warning])).not.toContain(KEY);
  });

  it('a model that answers at the second try is no fault', async () => {
    provider.next({ status: 503 }, { json: { name: 7 } }, { json: lamp });
    expect((await scrape({ formats: [JSON_FORMAT] })).json).toEqual(lamp);
  });

  it('nothing of a page with zero data retention goes to the model', async () => {
    const before = provider.requests.length;
    const body = { url: `${site}/lamp`, zeroDataRetention: true };
    const alone = await api.post('/v2/scrape', { ...body, formats: [JSON_FORMAT] });
    expect([alone.status, alone.body.code]).toEqual([400, 'SCRAPE_ZDR_VIOLATION_ERROR']);
    const beside = await api.post('/v2/scrape', { ...body, formats: ['markdown', JSON_FORMAT] });
    expect(beside.body.data.warning).toContain('json');
    expect(beside.body.data.json).toBeUndefined();
    expect(provider.requests).toHaveLength(before);
  });

  describe('change tracking', () => {
    const track = (options: object) => ({ formats: ['markdown', { type: 'changeTracking', ...options }] });

    it.each([
      [
        'with a schema, by field',
        { schema: PRODUCT },
        { name: { previous: 'Lamp /with', current: 'Lamp /with' }, price: { previous: 12, current: 13 } },
      ],
      ['without one, in its own words', { prompt: 'The price' }, { name: 'Lamp /without', price: 12 }],
    ])('tells a change %s', async (name, options, told) => {
      const path = name.startsWith('without') ? '/without' : '/with';
      const body = { url: site + path, ...track({ modes: ['json', 'git-diff'], tag: 't', ...options }) };
      expect((await scrape(body)).changeTracking).toMatchObject({ changeStatus: 'new' });
      const asked = provider.requests.length;
      const same = await scrape(body);
      expect(same.changeTracking).not.toHaveProperty('json');
      expect(provider.requests).toHaveLength(asked);
      prices.set(path, '13');
      const { changeTracking, metadata } = await scrape(body);
      expect(changeTracking).toMatchObject({ changeStatus: 'changed', json: told });
      expect(changeTracking?.diff).toContain('+It costs 13');
      expect(metadata.creditsUsed).toBe(5);
    });

    it('says when the model gave nothing, and keeps the rest', async () => {
      const body = { url: `${site}/silent`, ...track({ modes: ['json', 'git-diff'] }) };
      await scrape(body);
      prices.set('/silent', '13');
      provider.reply(() => ({ fault: 'refusal' }));
      const { changeTracking, warning } = await scrape(body);
      expect(changeTracking).toMatchObject({ changeStatus: 'changed' });
      expect(changeTracking).not.toHaveProperty('json');
      expect(warning).toContain('mode json of changeTracking');
    });
  });

  describe('a prompt of a crawl', () => {
    const prompt = 'only lamps 2 and 3';
    const crawl = (body: object) => api.post('/v2/crawl', { url: `${site}/shop`, prompt, ...body });
    const options = { includePaths: ['^/shop/[23]$'], limit: 7, delay: 'nonsense', unknown: 1, sitemap: null };

    it('becomes options, and those of the request count first', async () => {
      provider.reply(() => ({ json: options }));
      const { status, body } = await crawl({ limit: 5, scrapeOptions: { maxAge: 0 } });
      expect(status).toBe(200);
      expect(body.promptGeneratedOptions).toEqual({ includePaths: ['^/shop/[23]$'], limit: 7 });
      expect(body.warning).toMatch(/left out: delay, unknown\./);
      expect(body.finalCrawlerOptions).toMatchObject({ includePaths: ['^/shop/[23]$'], limit: 5 });
      await waitForEnd(api, `/v2/crawl/${body.id}`);
      const { documents } = await readCrawl(body.id);
      expect(documents.map(({ metadata }) => new URL(metadata.sourceURL).pathname).sort()).toEqual([
        '/shop/2',
        '/shop/3',
      ]);
    });

    it.each(['', '  '])('that is empty (%j) is none', async (empty) => {
      const asked = provider.requests.length;
      const { status, body } = await crawl({ prompt: empty, limit: 1 });
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('promptGeneratedOptions');
      expect(provider.requests).toHaveLength(asked);
    });

    it('of which nothing comes crawls all the same', async () => {
      provider.reply(() => ({ json: {} }));
      const { status, body } = await crawl({ prompt: 'xyzzy ploegh', limit: 1 });
      expect([status, body.promptGeneratedOptions]).toEqual([200, {}]);
    });

    it('that gives a bad pattern is refused, as is one that the model cannot answer', async () => {
      provider.reply(() => ({ json: { includePaths: ['(?=a)'] } }));
      const bad = await crawl({});
      expect([bad.status, bad.body.error]).toEqual([400, expect.stringContaining('includePaths')]);
      provider.reply(() => ({ fault: 'refusal' }));
      const refused = await crawl({});
      expect([refused.status, refused.body.code]).toEqual([400, 'PROMPT_FAILED']);
      expect(refused.body.error).toContain('prompt could not be processed');
    });

    it('is shown as options without a crawl', async () => {
      provider.reply(() => ({ json: options }));
      const { status, body } = await api.post('/v2/crawl/params-preview', { url: site, prompt, origin: 'js-sdk' });
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          data: { url: site, includePaths: ['^/shop/[23]$'], limit: 7 },
          warning: expect.stringMatching(/left out: delay, unknown\./),
        },
      ]);
    });
  });

  it('the official client reads json, a summary, branding and the options of a prompt', async () => {
    const environment = new ClientEnvironment();
    const client = new ClientProcess(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
    try {
      const url = `${site}/lamp`;
      const formats = [JSON_FORMAT, 'summary', 'branding'];
      expect(await client.call('v2', 'scrape', url, { formats, maxAge: 0 })).toMatchObject({
        json: lamp,
        summary: 'A lamp, and its price.',
        branding: { colorScheme: 'light' },
      });
      const v1 = { formats: ['extract'], extract: { prompt: 'Name and price' } };
      expect(await client.call('v1', 'scrapeUrl', url, v1)).toMatchObject({ success: true, extract: lamp });
      provider.reply(() => ({ json: { includePaths: ['^/shop'] } }));
      const preview = await client.call('v2', 'crawlParamsPreview', site, 'only the shop');
      expect(preview).toMatchObject({ includePaths: ['^/shop'] });
    } finally {
      await client.close();
      environment.remove();
    }
  });

  it('a dead provider fails the pages that need it after their deadline, and no others', async () => {
    provider.reply(() => ({ fault: 'hang' }));
    const from = Date.now();
    const urls = Array.from({ length: 12 }, (_, n) => `${site}/dead/${n}`);
    const needy = await requestJob(api, '/v2/batch/scrape', { urls, formats: [JSON_FORMAT], maxAge: 0 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const plain = await runJob(api, '/v2/batch/scrape', { urls, formats: ['markdown'], maxAge: 0 });
    expect(plain.documents).toHaveLength(12);
    expect(Date.now() - from).toBeLessThan(DEADLINE_MS);
    await waitForEnd(api, `/v2/batch/scrape/${needy}`, 4 * DEADLINE_MS);
    const { body } = await api.get(`/v2/batch/scrape/${needy}/errors`);
    expect(body.errors).toHaveLength(12);
    expect(new Set(body.errors.map(({ code }: { code: string }) => code))).toEqual(new Set(['SCRAPE_MODEL_ERROR']));
    provider.reply(readProduct);
    expect((await scrape({ formats: [JSON_FORMAT] })).json).toEqual(lamp);
  }, 90_000);

  it('a process that dies while the model is asked loses nothing', async () => {
    provider.reply(() => ({ fault: 'hang' }));
    const urls = [`${site}/lost/1`, `${site}/lost/2`];
    const id = await requestJob(api, '/v2/batch/scrape', { urls, formats: [JSON_FORMAT], maxAge: 0 });
    const asked = provider.requests.length;
    while (provider.requests.length === asked) await new Promise((resolve) => setTimeout(resolve, 50));
    const role = askers.at(-1)!;
    await system.kill(role);
    provider.reply(readProduct);
    await system.restart(role);
    await waitForDocuments(api, `/v2/batch/scrape/${id}`, 2);
    const status = await waitForEnd(api, `/v2/batch/scrape/${id}`);
    expect(status).toMatchObject({ completed: 2, creditsUsed: 10 });
  }, 120_000);

  it('the key of the provider stands in no log', () => {
    for (const role of askers) expect(readFileSync(system.process(role).logFile, 'utf8')).not.toContain(KEY);
  });

  async function readCrawl(id: string): Promise<{ documents: WireDocument[] }> {
    const { body } = await api.get(`/v2/crawl/${id}`);
    return { documents: body.data };
  }
});
