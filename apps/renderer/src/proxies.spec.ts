import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { PageDocument, PageOutcome, type RenderPage } from '@orbweaver/contracts';
import type { DocumentContent, ScrapeSpec } from '@orbweaver/core';
import {
  makeSelfSignedCertificate,
  type ProxyServer,
  type ProxyServerOptions,
  scrapeSpec,
  startProxyServer,
} from '@orbweaver/testing';
import { type PageServer, startPageServer } from './fixture/page-server';
import { crawlPart, renderMessage } from './fixture/render-message';
import { startRenderer } from './fixture/renderer-stage';

// The extraction threads run the built worker of libs/extraction.
jest.setTimeout(60_000);

const PASSWORD = 'hunter2';
/** Where sites see the proxies, and us without one. */
const [DIRECT, BASIC, STEALTH] = ['127.0.0.1', '127.0.0.11', '127.0.0.12'];

let site: PageServer;
let secure: PageServer;

beforeAll(async () => {
  site = await startPageServer();
  secure = await startPageServer('127.0.0.1', makeSelfSignedCertificate('127.0.0.1'));
});

afterAll(async () => {
  await Promise.all([site.close(), secure.close()]);
});

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openProxy(seenAs: string, options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const proxy = await startProxyServer({ credential: { username: 'me', password: PASSWORD }, seenAs, ...options });
  closers.push(() => proxy.close());
  return proxy;
}

function start(settings: Record<string, unknown> = {}) {
  const renderer = startRenderer({ RENDERER_BROWSER_SLOTS: 2, ...settings });
  closers.push(() => renderer.stop());
  return renderer;
}

/** Renders a page and gives what is known of it; nothing that leaves the service may hold the password. */
async function render(renderer: ReturnType<typeof start>, message: RenderPage) {
  renderer.published.length = 0;
  await renderer.parts.intake.take(message);
  await renderer.parts.intake.whenEmpty();
  const metrics = await renderer.registry.metrics();
  const documents = renderer.published
    .filter(({ topic }) => topic !== 'pageOutcomes')
    .map(({ message: sent }) => PageDocument.parse(sent));
  const outcomes = renderer.published
    .filter(({ topic }) => topic === 'pageOutcomes')
    .map(({ message: sent }) => PageOutcome.parse(sent));
  const [document] = documents;
  const content = document?.content && (JSON.parse(gunzipSync(document.content).toString()) as DocumentContent);
  const said = JSON.stringify([renderer.events, metrics, documents.map(({ result }) => result), outcomes, content]);
  for (const secret of [PASSWORD, Buffer.from(`me:${PASSWORD}`).toString('base64')]) expect(said).not.toContain(secret);
  const result = document?.result;
  return {
    text: content?.markdown ?? '',
    warning: content?.warning,
    metrics,
    outcome: outcomes[0]?.outcome,
    failure: result?.kind === 'failed' ? result.failure : undefined,
    ...(result?.kind === 'done' && {
      engine: result.engine,
      proxyUsed: result.metadata.proxyUsed,
      status: result.metadata.statusCode,
    }),
  };
}

const scrape = (renderer: ReturnType<typeof start>, url: string, spec: Partial<ScrapeSpec> = {}) =>
  render(renderer, renderMessage(url, { spec: scrapeSpec({ proxy: 'basic', ...spec }) }));

/** Tells from where it was asked. */
function whence(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<h1>Seen</h1><p>from ${request.socket.remoteAddress}</p><img src="/pixel.png">`);
}

/** Lets in whom it sees at `welcome`, and refuses everyone else. */
const guarded =
  (welcome: string, status = 403, headers: Record<string, string> = {}) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (request.socket.remoteAddress === welcome) whence(request, response);
    else response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>No entry</h1>');
  };

const inBrowser = { waitForMs: 1 };

describe.each<[string, Partial<ScrapeSpec>, string]>([
  ['HTTP engine', {}, 'http'],
  ['browser', inBrowser, 'browser'],
])('the %s', (_, spec, engine) => {
  it.each(['http', 'https'])(
    'goes through the basic proxy with everything that belongs to a page (%s)',
    async (scheme) => {
      const proxy = await openProxy(BASIC!);
      const server = scheme === 'http' ? site : secure;
      const url = server.serve('/whence', whence);
      const renderer = start({ PROXY_BASIC: proxy.url });
      expect(await scrape(renderer, url, spec)).toMatchObject({
        text: expect.stringContaining(`from ${BASIC}`),
        engine,
        proxyUsed: 'basic',
        warning: undefined,
        metrics: expect.stringMatching(/orbweaver_proxy_attempts_total\{kind="basic",result="answered"\} 1/),
      });
      const { form, target } = proxy.requests[0]!;
      expect([form, target]).toEqual(scheme === 'http' ? ['plain', url] : ['tunnel', new URL(url).host]);
      const isPixelSeen = server.requests.some((request) => request.url === '/pixel.png');
      expect(isPixelSeen).toBe(engine === 'browser');
    },
  );

  it('takes another proxy at once when one fails, and tells how they are', async () => {
    const [dead, good] = [await openProxy(STEALTH!), await openProxy(BASIC!)];
    dead.fail('close');
    const renderer = start({ PROXY_BASIC: `${dead.url},http://me:${PASSWORD}@127.0.0.1:1,${good.url}` });
    expect(await scrape(renderer, secure.serve('/whence', whence), spec)).toMatchObject({
      text: expect.stringContaining(`from ${BASIC}`),
      metrics: expect.stringMatching(
        /orbweaver_proxies\{kind="basic",state="healthy"\} 1\n.*kind="basic",state="out"\} 2/,
      ),
    });
    expect(
      renderer.events
        .filter(({ event }) => event === 'proxy-out')
        .map(({ fields }) => fields.position)
        .sort(),
    ).toEqual([1, 2]);
  });

  it('fails with the reason when no proxy works, and with the reason of the site when it is the site', async () => {
    const proxy = await openProxy(BASIC!);
    const renderer = start({ PROXY_BASIC: proxy.url });
    expect(await scrape(renderer, 'https://127.0.0.1:1/', spec)).toMatchObject({ failure: { reason: 'refused' } });
    expect(await renderer.registry.metrics()).toMatch(/orbweaver_proxies\{kind="basic",state="out"\} 0/);
    expect(await scrape(renderer, 'http://169.254.169.254/', spec)).toMatchObject({
      failure: { reason: 'egress-denied' },
    });
    proxy.fail(407);
    expect(await scrape(renderer, site.serve('/whence', whence), spec)).toMatchObject({
      failure: { reason: 'proxy-failed', message: expect.stringContaining('407') },
      metrics: expect.stringMatching(/kind="basic",state="out"\} 1/),
    });
  });

  it('takes a proxy of the country, or says that there is none', async () => {
    const [german, other] = [await openProxy(BASIC!), await openProxy(STEALTH!)];
    const renderer = start({ PROXY_BASIC: `${other.url},${german.url}?country=DE` });
    const url = site.serve('/whence', whence);
    for (const turn of [1, 2]) {
      const german2 = await scrape(renderer, url, { ...spec, location: { country: 'DE', languages: [] } });
      expect([turn, german2.text, german2.warning]).toEqual([turn, expect.stringContaining(BASIC!), undefined]);
    }
    expect(await scrape(renderer, url, { ...spec, location: { country: 'FR', languages: [] } })).toMatchObject({
      text: expect.stringContaining(STEALTH!),
      warning: expect.stringContaining('No proxy in FR'),
    });
    const american = await scrape(renderer, url, { ...spec, location: { country: 'US', languages: [] } });
    expect(american.warning).toBeUndefined();
  });
});

it('tries a dead proxy once for each page, says what was looked for, and leaves it alone for the first time only', async () => {
  const good = await openProxy(BASIC!);
  const renderer = start({ PROXY_BASIC: `http://me:${PASSWORD}@127.0.0.1:1?country=FR,${good.url}` });
  const url = site.serve('/whence', whence);
  const french = { location: { country: 'FR', languages: [] } };
  const attempts = /orbweaver_proxy_attempts_total\{kind="basic",result="proxy-failed"\} (\d+)/;
  for (const page of [1, 2, 3]) {
    const { failure, metrics } = await scrape(renderer, url, french);
    expect(failure).toMatchObject({
      reason: 'proxy-failed',
      message: expect.stringMatching(/^No working proxy in FR: /),
    });
    expect(failure!.message).not.toContain('127.0.0.1:1');
    expect([page, attempts.exec(metrics)?.[1]]).toEqual([page, `${page}`]);
  }
  const outs = renderer.events.filter(({ event }) => event === 'proxy-out').map(({ fields }) => fields.outMs);
  expect(outs).toEqual([30_000]);
});

it('tries a proxy twice for a page whose fault is not certain, but no third time', async () => {
  const closing = await openProxy(BASIC!);
  closing.fail('close');
  const { failure } = await scrape(start({ PROXY_BASIC: closing.url }), secure.serve('/whence', whence));
  expect(failure).toMatchObject({ reason: 'proxy-failed', message: expect.stringMatching(/^No working proxy: /) });
  expect(closing.requests).toHaveLength(2);
});

it('leaves a proxy alone that is silent until the time of a page is over', async () => {
  const proxy = await openProxy(BASIC!);
  proxy.fail('silent');
  const renderer = start({ PROXY_BASIC: proxy.url });
  const spec = scrapeSpec({ proxy: 'basic' });
  const message = renderMessage(site.serve('/whence', whence), { spec, deadlineAt: Date.now() + 500 });
  expect(await render(renderer, message)).toMatchObject({
    failure: { reason: 'timed-out' },
    metrics: expect.stringMatching(/kind="basic",state="out"\} 1/),
  });
});

it('remembers what it doubted of a proxy when the time of a page is over behind another', async () => {
  const [closing, silent] = [await openProxy(BASIC!), await openProxy(BASIC!)];
  closing.fail('close');
  silent.fail('silent');
  const renderer = start({ PROXY_BASIC: `${closing.url},${silent.url}` });
  const spec = scrapeSpec({ proxy: 'basic' });
  // Two targets in a row make it the fault of the proxy.
  for (const host of ['127.0.0.2', '127.0.0.3']) {
    await render(renderer, renderMessage(`https://${host}:9/`, { spec, deadlineAt: Date.now() + 3000 }));
  }
  expect(await renderer.registry.metrics()).toMatch(/orbweaver_proxies\{kind="basic",state="out"\} 2/);
});

describe('stealth', () => {
  it('uses the stealth proxy and the browser', async () => {
    const [basic, stealth] = [await openProxy(BASIC!), await openProxy(STEALTH!)];
    const renderer = start({ PROXY_BASIC: basic.url, PROXY_STEALTH: stealth.url });
    expect(await scrape(renderer, site.serve('/whence', whence), { proxy: 'stealth' })).toMatchObject({
      text: expect.stringContaining(`from ${STEALTH}`),
      engine: 'browser',
      proxyUsed: 'stealth',
      warning: undefined,
    });
    expect(basic.requests).toEqual([]);
  });

  it('takes files through its proxy as well', async () => {
    const stealth = await openProxy(STEALTH!);
    const url = site.serve('/file.json', (request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"from":"${request.socket.remoteAddress}"}`),
    );
    expect(await scrape(start({ PROXY_STEALTH: stealth.url }), url, { proxy: 'stealth' })).toMatchObject({
      text: expect.stringContaining(STEALTH!),
      proxyUsed: 'stealth',
    });
  });

  it.each([
    ['the basic proxy', true, BASIC],
    ['the straight way', false, DIRECT],
  ])(
    'without a proxy of its own is the hardened browser on %s, says so, and is no stealth to pay for',
    async (_, hasBasic, seenAs) => {
      const basic = await openProxy(BASIC!);
      const renderer = start(hasBasic ? { PROXY_BASIC: basic.url } : {});
      expect(await scrape(renderer, site.serve('/whence', whence), { proxy: 'stealth' })).toMatchObject({
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

  it('stays basic while the site lets it in', async () => {
    const stealth = await openProxy(STEALTH!);
    const renderer = start({ PROXY_STEALTH: stealth.url });
    expect(await scrape(renderer, site.serve('/whence', whence), auto)).toMatchObject({
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
    [
      '403 where an action finds nothing to act on',
      403,
      {},
      { actions: [{ type: 'click', selector: 'img', all: false }] },
    ],
  ])('tries again with stealth on %s, and that is the answer', async (_, status, headers, spec) => {
    const [basic, stealth] = [await openProxy(BASIC!), await openProxy(STEALTH!)];
    const renderer = start({ PROXY_BASIC: basic.url, PROXY_STEALTH: stealth.url });
    const url = site.serve('/guarded', guarded(STEALTH!, status, headers));
    expect(await scrape(renderer, url, { ...auto, ...spec })).toMatchObject({
      text: expect.stringContaining(`from ${STEALTH}`),
      engine: 'browser',
      proxyUsed: 'stealth',
      status: 200,
      warning: undefined,
    });
    expect(basic.requests.length).toBeGreaterThan(0);
  });

  it('tries again when the site hangs up', async () => {
    const stealth = await openProxy(STEALTH!);
    const url = site.serve('/reset', (request, response) =>
      request.socket.remoteAddress === STEALTH ? whence(request, response) : void request.socket.destroy(),
    );
    expect(await scrape(start({ PROXY_STEALTH: stealth.url }), url, auto)).toMatchObject({
      proxyUsed: 'stealth',
      status: 200,
    });
  });

  it('with a hardened browser only is no stealth to pay for', async () => {
    let asked = 0;
    const url = site.serve('/fussy', (request, response) => {
      asked += 1;
      guarded(asked > 1 ? DIRECT! : 'nobody')(request, response);
    });
    expect(await scrape(start(), url, auto)).toMatchObject({
      engine: 'browser',
      proxyUsed: 'basic',
      status: 200,
      warning: undefined,
    });
  });

  it('does not blame one proxy because the site has hung up on another', async () => {
    const [closing, good] = [await openProxy(BASIC!), await openProxy(BASIC!)];
    closing.fail('close');
    const url = secure.serve('/reset', (request) => void request.socket.destroy());
    expect(await scrape(start({ PROXY_BASIC: `${closing.url},${good.url}` }), url, auto)).toMatchObject({
      failure: { reason: 'reset' },
      metrics: expect.stringMatching(/orbweaver_proxies\{kind="basic",state="out"\} 0/),
    });
  });

  it.each<[string, (proxy: ProxyServer) => void]>([
    ['is refused as well', () => undefined],
    ['has no proxy that works', (proxy) => proxy.fail('close')],
    ['has a proxy that answers with an error of its own', (proxy) => proxy.fail(502)],
  ])('keeps the first answer when stealth %s', async (_, prepare) => {
    const stealth = await openProxy(STEALTH!);
    prepare(stealth);
    const url = site.serve('/guarded', guarded('127.0.0.99'));
    expect(await scrape(start({ PROXY_STEALTH: stealth.url }), url, auto)).toMatchObject({
      text: expect.stringContaining('No entry'),
      engine: 'http',
      proxyUsed: 'basic',
      status: 403,
    });
  });

  it('keeps the first answer when there is no time for another', async () => {
    const stealth = await openProxy(STEALTH!);
    stealth.fail('silent');
    const renderer = start({ PROXY_STEALTH: stealth.url });
    const url = site.serve('/guarded', guarded(STEALTH!));
    const message = renderMessage(url, { spec: scrapeSpec(auto), deadlineAt: Date.now() + 8_000 });
    expect(await render(renderer, message)).toMatchObject({ status: 403, proxyUsed: 'basic' });
  });

  it.each<[string, number, Record<string, string>, number, object]>([
    ['waits when the host asks to', 429, {}, 0, { outcome: { kind: 'deferred' } }],
    [
      'waits when a challenge names a time',
      503,
      { 'cf-mitigated': 'challenge', 'retry-after': '9' },
      0,
      { outcome: { kind: 'deferred', retryAfterMs: 9000 } },
    ],
    [
      'does not wait for a challenge',
      503,
      { 'cf-mitigated': 'challenge' },
      0,
      { outcome: { kind: 'done' }, proxyUsed: 'stealth' },
    ],
    ['tries stealth when it has waited enough', 429, {}, 3, { outcome: { kind: 'done' }, proxyUsed: 'stealth' }],
    ['tries stealth for a refusal', 403, {}, 0, { outcome: { kind: 'done' }, proxyUsed: 'stealth' }],
  ])('in a crawl %s', async (_, status, headers, deferrals, expected) => {
    const stealth = await openProxy(STEALTH!);
    const url = site.serve('/guarded', guarded(STEALTH!, status, headers));
    const message = renderMessage(url, { ...crawlPart(), deferrals, spec: scrapeSpec(auto) });
    expect(await render(start({ PROXY_STEALTH: stealth.url }), message)).toMatchObject(expected);
  });
});

describe('the configuration', () => {
  it('names the variable and the place of a wrong entry, and repeats nothing of it', () => {
    const read = () => startRenderer({ PROXY_STEALTH: `http://good.test,ftp://me:${PASSWORD}@bad.test` });
    expect(read).toThrow(/entry 2 must begin with(?:.|\s)*PROXY_STEALTH/);
    expect(read).not.toThrow(/hunter2|bad\.test/);
  });
});
