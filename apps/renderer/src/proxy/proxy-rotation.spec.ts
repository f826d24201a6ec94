import type { ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec } from '@orbweaver/testing';
import {
  BASIC,
  PASSWORD,
  type ProxyHarness,
  render,
  STEALTH,
  scrape,
  startProxyHarness,
  whence,
} from '../../test/proxy-harness';
import { renderMessage } from '../../test/render-message';
import { startRenderer } from '../../test/renderer-harness';

// The extraction threads run the built worker of libs/extraction.
jest.setTimeout(60_000);

const inBrowser = { waitForMs: 1 };

let harness: ProxyHarness;

beforeAll(async () => {
  harness = await startProxyHarness();
});

afterEach(() => harness.closeOpened());

afterAll(() => harness.close());

describe.each<[string, Partial<ScrapeSpec>, string]>([
  ['HTTP engine', {}, 'http'],
  ['browser', inBrowser, 'browser'],
])('the %s engine', (_, spec, engine) => {
  it.each(['http', 'https'])('sends all requests of a page through the basic proxy (%s)', async (scheme) => {
    const proxy = await harness.openProxy(BASIC);
    const server = scheme === 'http' ? harness.site : harness.secure;
    const url = server.serve('/whence', whence);
    const renderer = harness.start({ PROXY_BASIC: proxy.url });
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
  });

  it('sends the checked address to the proxy with PROXY_TARGETS=address', async () => {
    const proxy = await harness.openProxy(BASIC);
    const renderer = harness.start({ PROXY_BASIC: proxy.url, PROXY_TARGETS: 'address' });
    const { port } = new URL(harness.site.serve('/whence', whence));
    expect(await scrape(renderer, `http://localhost:${port}/whence`, spec)).toMatchObject({
      text: expect.stringContaining(`from ${BASIC}`),
      engine,
    });
    const asked = proxy.requests.map(({ form, target }) => `${form} ${target}`);
    expect(new Set(asked)).toEqual(new Set([`tunnel 127.0.0.1:${port}`]));
  });

  it('uses another proxy at once when one fails, and reports proxy health', async () => {
    const [dead, good] = [await harness.openProxy(STEALTH), await harness.openProxy(BASIC)];
    dead.fail('close');
    const renderer = harness.start({ PROXY_BASIC: `${dead.url},http://me:${PASSWORD}@127.0.0.1:1,${good.url}` });
    expect(await scrape(renderer, harness.secure.serve('/whence', whence), spec)).toMatchObject({
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

  it('reports the failure of the proxies, or of the site if the proxies work', async () => {
    const proxy = await harness.openProxy(BASIC);
    const renderer = harness.start({ PROXY_BASIC: proxy.url, EGRESS_DENY: '127.0.0.1:81' });
    expect(await scrape(renderer, 'https://127.0.0.1:1/', spec)).toMatchObject({ failure: { reason: 'refused' } });
    expect(await renderer.registry.metrics()).toMatch(/orbweaver_proxies\{kind="basic",state="out"\} 0/);
    expect(await scrape(renderer, 'http://169.254.169.254/', spec)).toMatchObject({
      failure: { reason: 'egress-denied' },
    });
    proxy.fail(407);
    expect(await scrape(renderer, harness.site.serve('/whence', whence), spec)).toMatchObject({
      failure: { reason: 'proxy-failed', message: expect.stringContaining('407') },
      metrics: expect.stringMatching(/kind="basic",state="out"\} 1/),
    });
    // The guard denied the host, so the proxy was not used and its health is unchanged.
    expect(await scrape(renderer, 'http://localhost:81/', spec)).toMatchObject({
      failure: { reason: 'egress-denied' },
      metrics: expect.stringMatching(/kind="basic",state="out"\} 1/),
    });
  });

  it('uses a proxy in the requested country, or returns a warning', async () => {
    const [german, other] = [await harness.openProxy(BASIC), await harness.openProxy(STEALTH)];
    const renderer = harness.start({ PROXY_BASIC: `${other.url},${german.url}?country=DE` });
    const url = harness.site.serve('/whence', whence);
    for (const turn of [1, 2]) {
      const german2 = await scrape(renderer, url, { ...spec, location: { country: 'DE', languages: [] } });
      expect([turn, german2.text, german2.warning]).toEqual([turn, expect.stringContaining(BASIC), undefined]);
    }
    expect(await scrape(renderer, url, { ...spec, location: { country: 'FR', languages: [] } })).toMatchObject({
      text: expect.stringContaining(STEALTH),
      warning: expect.stringContaining('No proxy in FR'),
    });
    const american = await scrape(renderer, url, { ...spec, location: { country: 'US', languages: [] } });
    expect(american.warning).toBeUndefined();
  });
});

it('tries a dead proxy once per page, logs the cause, and doubles its pause', async () => {
  const good = await harness.openProxy(BASIC);
  const renderer = harness.start({ PROXY_BASIC: `http://me:${PASSWORD}@127.0.0.1:1?country=FR,${good.url}` });
  const url = harness.site.serve('/whence', whence);
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

it('tries a proxy at most twice per page after uncertain failures', async () => {
  const closing = await harness.openProxy(BASIC);
  closing.fail('close');
  const { failure } = await scrape(
    harness.start({ PROXY_BASIC: closing.url }),
    harness.secure.serve('/whence', whence),
  );
  expect(failure).toMatchObject({ reason: 'proxy-failed', message: expect.stringMatching(/^No working proxy: /) });
  expect(closing.requests).toHaveLength(2);
});

it('pauses a proxy that is silent until the deadline', async () => {
  const proxy = await harness.openProxy(BASIC);
  proxy.fail('silent');
  const renderer = harness.start({ PROXY_BASIC: proxy.url });
  const spec = scrapeSpec({ proxy: 'basic' });
  const message = renderMessage(harness.site.serve('/whence', whence), { spec, deadlineAt: Date.now() + 500 });
  expect(await render(renderer, message)).toMatchObject({
    failure: { reason: 'timed-out' },
    metrics: expect.stringMatching(/kind="basic",state="out"\} 1/),
  });
});

it('remembers doubts about a proxy when the deadline passes behind another one', async () => {
  const [closing, silent] = [await harness.openProxy(BASIC), await harness.openProxy(BASIC)];
  closing.fail('close');
  silent.fail('silent');
  const renderer = harness.start({ PROXY_BASIC: `${closing.url},${silent.url}` });
  const spec = scrapeSpec({ proxy: 'basic' });
  // Failures for two targets in a row are attributed to the proxy.
  for (const host of ['127.0.0.2', '127.0.0.3']) {
    await render(renderer, renderMessage(`https://${host}:9/`, { spec, deadlineAt: Date.now() + 3000 }));
  }
  expect(await renderer.registry.metrics()).toMatch(/orbweaver_proxies\{kind="basic",state="out"\} 2/);
});

describe('proxy settings', () => {
  it('reports the variable and position of an invalid proxy setting without its text', () => {
    const read = () => startRenderer({ PROXY_STEALTH: `http://good.test,ftp://me:${PASSWORD}@bad.test` });
    expect(read).toThrow(/entry 2 must start with(?:.|\s)*PROXY_STEALTH/);
    expect(read).not.toThrow(/hunter2|bad\.test/);
  });
});
