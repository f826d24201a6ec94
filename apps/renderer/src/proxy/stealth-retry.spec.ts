import type { ScrapeSpec } from '@orbweaver/core';
import { ExtractionPool } from '@orbweaver/extraction';
import { type ProxyServer, scrapeSpec } from '@orbweaver/testing';
import {
  BASIC,
  DIRECT,
  guarded,
  type ProxyHarness,
  render,
  STEALTH,
  scrape,
  startProxyHarness,
  whence,
} from '../../test/proxy-harness';
import { crawlPart, renderMessage } from '../../test/render-message';

// The extraction threads run the built worker of libs/extraction.
jest.setTimeout(60_000);

const inBrowser = { waitForMs: 1 };

let harness: ProxyHarness;

beforeAll(async () => {
  harness = await startProxyHarness();
});

afterEach(() => harness.closeOpened());

afterAll(() => harness.close());

describe('stealth', () => {
  it('uses the stealth proxy and the browser', async () => {
    const [basic, stealth] = [await harness.openProxy(BASIC), await harness.openProxy(STEALTH)];
    const renderer = harness.start({ PROXY_BASIC: basic.url, PROXY_STEALTH: stealth.url });
    expect(await scrape(renderer, harness.site.serve('/whence', whence), { proxy: 'stealth' })).toMatchObject({
      text: expect.stringContaining(`from ${STEALTH}`),
      engine: 'browser',
      proxyUsed: 'stealth',
      warning: undefined,
    });
    expect(basic.requests).toEqual([]);
  });

  it('fetches files through the stealth proxy', async () => {
    const stealth = await harness.openProxy(STEALTH);
    const url = harness.site.serve('/file.json', (request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"from":"${request.socket.remoteAddress}"}`),
    );
    expect(await scrape(harness.start({ PROXY_STEALTH: stealth.url }), url, { proxy: 'stealth' })).toMatchObject({
      text: expect.stringContaining(STEALTH),
      proxyUsed: 'stealth',
    });
  });

  it.each([
    ['the basic proxy', true, BASIC],
    ['a direct connection', false, DIRECT],
  ])(
    'uses the hardened browser on %s without a stealth proxy, with a warning and at the basic price',
    async (_, hasBasic, seenAs) => {
      const basic = await harness.openProxy(BASIC);
      const renderer = harness.start(hasBasic ? { PROXY_BASIC: basic.url } : {});
      expect(await scrape(renderer, harness.site.serve('/whence', whence), { proxy: 'stealth' })).toMatchObject({
        text: expect.stringContaining(`from ${seenAs}`),
        engine: 'browser',
        proxyUsed: 'basic',
        warning: expect.stringContaining('No stealth proxy is configured'),
      });
    },
  );
});

describe('auto', () => {
  const auto = { proxy: 'auto' as const };

  it('uses the basic route while the site admits it', async () => {
    const stealth = await harness.openProxy(STEALTH);
    const renderer = harness.start({ PROXY_STEALTH: stealth.url });
    expect(await scrape(renderer, harness.site.serve('/whence', whence), auto)).toMatchObject({
      text: expect.stringContaining(`from ${DIRECT}`),
      engine: 'http',
      proxyUsed: 'basic',
    });
    expect(stealth.requests).toEqual([]);
  });

  it.each<[string, number, Record<string, string>, Partial<ScrapeSpec>]>([
    ['403', 403, {}, {}],
    ['403 in the browser', 403, {}, inBrowser],
    ['429', 429, {}, {}],
    ['a challenge', 503, { 'cf-mitigated': 'challenge' }, {}],
    ['403 with a failed action', 403, {}, { actions: [{ type: 'click', selector: 'img', all: false }] }],
  ])('retries with stealth after %s and returns that response', async (_, status, headers, spec) => {
    const [basic, stealth] = [await harness.openProxy(BASIC), await harness.openProxy(STEALTH)];
    const renderer = harness.start({ PROXY_BASIC: basic.url, PROXY_STEALTH: stealth.url });
    const url = harness.site.serve('/guarded', guarded(STEALTH, status, headers));
    expect(await scrape(renderer, url, { ...auto, ...spec })).toMatchObject({
      text: expect.stringContaining(`from ${STEALTH}`),
      engine: 'browser',
      proxyUsed: 'stealth',
      status: 200,
      warning: undefined,
    });
    expect(basic.requests.length).toBeGreaterThan(0);
  });

  it('serves the next scrape of a stealth page from the cache, without a proxy', async () => {
    const stealth = await harness.openProxy(STEALTH);
    const renderer = harness.start({ PROXY_STEALTH: stealth.url });
    const url = harness.site.serve('/guarded-once', guarded(STEALTH));
    const message = renderMessage(url, { spec: scrapeSpec(auto) });
    const fetched = await render(renderer, { ...message, keepCapture: true });
    const { capture, captureBody } = fetched.document!;
    const requests = stealth.requests.length;
    const extract = jest.spyOn(ExtractionPool.prototype, 'extract');
    const cache = { state: 'hit' as const, id: 'a', capturedAt: 0, capture: capture! };
    const hit = await render(renderer, { ...message, cache, captureBody });
    expect([fetched.proxyUsed, hit.proxyUsed, hit.text]).toEqual(['stealth', 'basic', fetched.text]);
    expect([stealth.requests.length, extract.mock.calls.length]).toEqual([requests, 0]);
    extract.mockRestore();
  });

  it('retries with stealth when the site closes the connection', async () => {
    const stealth = await harness.openProxy(STEALTH);
    const url = harness.site.serve('/reset', (request, response) =>
      request.socket.remoteAddress === STEALTH ? whence(request, response) : void request.socket.destroy(),
    );
    expect(await scrape(harness.start({ PROXY_STEALTH: stealth.url }), url, auto)).toMatchObject({
      proxyUsed: 'stealth',
      status: 200,
    });
  });

  it('charges the basic price for a hardened browser without a stealth proxy', async () => {
    let asked = 0;
    const url = harness.site.serve('/fussy', (request, response) => {
      asked += 1;
      guarded(asked > 1 ? DIRECT : 'nobody')(request, response);
    });
    expect(await scrape(harness.start(), url, auto)).toMatchObject({
      engine: 'browser',
      proxyUsed: 'basic',
      status: 200,
      warning: undefined,
    });
  });

  it('does not attribute a closed connection to the next proxy', async () => {
    const [closing, good] = [await harness.openProxy(BASIC), await harness.openProxy(BASIC)];
    closing.fail('close');
    const url = harness.secure.serve('/reset', (request) => void request.socket.destroy());
    expect(await scrape(harness.start({ PROXY_BASIC: `${closing.url},${good.url}` }), url, auto)).toMatchObject({
      failure: { reason: 'reset' },
      metrics: expect.stringMatching(/orbweaver_proxies\{kind="basic",state="out"\} 0/),
    });
  });

  it.each<[string, (proxy: ProxyServer) => void]>([
    ['is refused as well', () => undefined],
    ['has no proxy that works', (proxy) => proxy.fail('close')],
    ['has a proxy that responds with 502', (proxy) => proxy.fail(502)],
  ])('returns the first response when stealth %s', async (_, prepare) => {
    const stealth = await harness.openProxy(STEALTH);
    prepare(stealth);
    const url = harness.site.serve('/guarded', guarded('127.0.0.99'));
    expect(await scrape(harness.start({ PROXY_STEALTH: stealth.url }), url, auto)).toMatchObject({
      text: expect.stringContaining('No entry'),
      engine: 'http',
      proxyUsed: 'basic',
      status: 403,
    });
  });

  it('returns the first response when no time is left for stealth', async () => {
    const stealth = await harness.openProxy(STEALTH);
    stealth.fail('silent');
    const renderer = harness.start({ PROXY_STEALTH: stealth.url });
    const url = harness.site.serve('/guarded', guarded(STEALTH));
    const message = renderMessage(url, { spec: scrapeSpec(auto), deadlineAt: Date.now() + 8_000 });
    expect(await render(renderer, message)).toMatchObject({ status: 403, proxyUsed: 'basic' });
  });

  it.each<[string, number, Record<string, string>, number, object]>([
    ['deferred by Retry-After', 429, {}, 0, { outcome: { kind: 'deferred' } }],
    [
      'deferred by a challenge with Retry-After',
      503,
      { 'cf-mitigated': 'challenge', 'retry-after': '9' },
      0,
      { outcome: { kind: 'deferred', retryAfterMs: 9000 } },
    ],
    [
      'stealth for a challenge without Retry-After',
      503,
      { 'cf-mitigated': 'challenge' },
      0,
      { outcome: { kind: 'done' }, proxyUsed: 'stealth' },
    ],
    ['stealth without deferrals left', 429, {}, 3, { outcome: { kind: 'done' }, proxyUsed: 'stealth' }],
    ['stealth for a refusal', 403, {}, 0, { outcome: { kind: 'done' }, proxyUsed: 'stealth' }],
  ])('handles a blocked page of a crawl: %s', async (_, status, headers, deferrals, expected) => {
    const stealth = await harness.openProxy(STEALTH);
    const url = harness.site.serve('/guarded', guarded(STEALTH, status, headers));
    const message = renderMessage(url, { ...crawlPart(), deferrals, spec: scrapeSpec(auto) });
    expect(await render(harness.start({ PROXY_STEALTH: stealth.url }), message)).toMatchObject(expected);
  });
});
