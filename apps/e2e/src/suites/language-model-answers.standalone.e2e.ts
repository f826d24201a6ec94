import type { ModelReply } from '@orbweaver/testing';
import type { ApiClient } from '../harness/api-client';
import { JSON_FORMAT, LAMP, type LampShop, PRODUCT, PROVIDER_KEY, startLampShop } from '../harness/lamp-shop';
import { startStandalone } from '../harness/start-standalone';
import { BOOTSTRAP_KEY, type System } from '../harness/system';
import { ClientEnvironment } from '../official-client/client-environment';
import { ClientProcess } from '../official-client/client-process';

describe('language model answers', () => {
  let system: System;
  let api: ApiClient;
  let shop: LampShop;

  beforeAll(async () => {
    shop = await startLampShop();
    system = await startStandalone(shop.settings);
    api = system.api();
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await shop.close();
  });
  beforeEach(() => shop.reset());

  const scrape = (body: object) => shop.scrape(api, body);

  it.each([
    ['a bad schema', { type: 'json', schema: { type: 'strng' } }, /Invalid JSON schema/],
    ['a reference to nowhere', { type: 'json', schema: { $ref: '#/$defs/none' } }, /Invalid JSON schema/],
  ])('rejects %s at once', async (_, format, message) => {
    const { status, body } = await api.post('/v2/scrape', { url: `${shop.origin}/lamp`, formats: [format] });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error).toMatch(message);
  });

  const faults: [string, ModelReply, RegExp][] = [
    ['does not fit the schema', { json: { name: 7 } }, /\/name must be string/],
    ['is no JSON', { fault: 'half' }, /no JSON/],
    ['is a refusal', { fault: 'refusal' }, /refused/],
    ['is cut off', { fault: 'cut-off' }, /cut off/],
    ['says that the key is wrong', { status: 401, message: PROVIDER_KEY }, /401/],
  ];
  it.each(faults)(
    'reports an answer that %s as an error, or as a warning if there are other formats',
    async (_, reply, message) => {
      shop.provider.reply(() => reply);
      const alone = await api.post('/v2/scrape', { url: `${shop.origin}/lamp`, formats: [JSON_FORMAT], maxAge: 0 });
      expect([alone.status, alone.body.code]).toEqual([500, 'SCRAPE_MODEL_ERROR']);
      expect(alone.body.error).toMatch(message);
      const { markdown, json, warning, metadata } = await scrape({ formats: ['markdown', JSON_FORMAT] });
      expect(markdown).toContain('It costs 12');
      expect(json).toBeUndefined();
      expect(warning).toMatch(message);
      expect(metadata.creditsUsed).toBe(1);
      expect(JSON.stringify([alone.body, warning])).not.toContain(PROVIDER_KEY);
    },
  );

  it('accepts an answer at the second attempt', async () => {
    shop.provider.next({ status: 503 }, { json: { name: 7 } }, { json: LAMP });
    expect((await scrape({ formats: [JSON_FORMAT] })).json).toEqual(LAMP);
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
    ])('reports a change %s', async (name, options, told) => {
      const path = name.startsWith('without') ? '/without' : '/with';
      const body = { url: shop.origin + path, ...track({ modes: ['json', 'git-diff'], tag: 't', ...options }) };
      expect((await scrape(body)).changeTracking).toMatchObject({ changeStatus: 'new' });
      const asked = shop.provider.requests.length;
      const same = await scrape(body);
      expect(same.changeTracking).not.toHaveProperty('json');
      expect(shop.provider.requests).toHaveLength(asked);
      shop.prices.set(path, '13');
      const { changeTracking, metadata } = await scrape(body);
      expect(changeTracking).toMatchObject({ changeStatus: 'changed', json: told });
      expect(changeTracking?.diff).toContain('+It costs 13');
      expect(metadata.creditsUsed).toBe(5);
    });

    it('warns when the model returns nothing and keeps other results', async () => {
      const body = { url: `${shop.origin}/silent`, ...track({ modes: ['json', 'git-diff'] }) };
      await scrape(body);
      shop.prices.set('/silent', '13');
      shop.provider.reply(() => ({ fault: 'refusal' }));
      const { changeTracking, warning } = await scrape(body);
      expect(changeTracking).toMatchObject({ changeStatus: 'changed' });
      expect(changeTracking).not.toHaveProperty('json');
      expect(warning).toContain('mode json of changeTracking');
    });
  });

  describe('a prompt of a crawl', () => {
    const prompt = 'only lamps 2 and 3';
    const crawl = (body: object) => api.post('/v2/crawl', { url: `${shop.origin}/shop`, prompt, ...body });
    const options = { includePaths: ['^/shop/[23]$'], limit: 7, delay: 'nonsense', unknown: 1, sitemap: null };

    it.each(['', '  '])('ignores an empty prompt (%j)', async (empty) => {
      const asked = shop.provider.requests.length;
      const { status, body } = await crawl({ prompt: empty, limit: 1 });
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('promptGeneratedOptions');
      expect(shop.provider.requests).toHaveLength(asked);
    });

    it('crawls without options when the model finds none in the prompt', async () => {
      shop.provider.reply(() => ({ json: {} }));
      const { status, body } = await crawl({ prompt: 'xyzzy ploegh', limit: 1 });
      expect([status, body.promptGeneratedOptions]).toEqual([200, {}]);
    });

    it('rejects a prompt with an invalid pattern or without an answer', async () => {
      shop.provider.reply(() => ({ json: { includePaths: ['(?=a)'] } }));
      const bad = await crawl({});
      expect([bad.status, bad.body.error]).toEqual([400, expect.stringContaining('includePaths')]);
      shop.provider.reply(() => ({ fault: 'refusal' }));
      const refused = await crawl({});
      expect([refused.status, refused.body.code]).toEqual([400, 'PROMPT_FAILED']);
      expect(refused.body.error).toContain('prompt could not be processed');
    });

    it('returns the options of a prompt without a crawl', async () => {
      shop.provider.reply(() => ({ json: options }));
      const { status, body } = await api.post('/v2/crawl/params-preview', {
        url: shop.origin,
        prompt,
        origin: 'js-sdk',
        promt: 'x',
      });
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          data: { url: shop.origin, includePaths: ['^/shop/[23]$'], limit: 7 },
          warning: expect.stringMatching(/were ignored: delay, unknown\. .* ignored: promt\. Did you mean prompt\?/),
        },
      ]);
    });
  });

  it('returns json, summary, branding and prompt options to the official client', async () => {
    const environment = new ClientEnvironment();
    const client = new ClientProcess(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
    try {
      const url = `${shop.origin}/lamp`;
      const formats = [JSON_FORMAT, 'summary', 'branding'];
      expect(await client.call('v2', 'scrape', url, { formats, maxAge: 0 })).toMatchObject({
        json: LAMP,
        summary: 'A lamp, and its price.',
        branding: { colorScheme: 'light' },
      });
      const v1 = { formats: ['extract'], extract: { prompt: 'Name and price' } };
      expect(await client.call('v1', 'scrapeUrl', url, v1)).toMatchObject({ success: true, extract: LAMP });
      shop.provider.reply(() => ({ json: { includePaths: ['^/shop'] } }));
      const preview = await client.call('v2', 'crawlParamsPreview', shop.origin, 'only the shop');
      expect(preview).toMatchObject({ includePaths: ['^/shop'] });
    } finally {
      await client.close();
      environment.remove();
    }
  });
});
