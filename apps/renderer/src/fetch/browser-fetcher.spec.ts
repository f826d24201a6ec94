import type { ScrapeSpec } from '@orbweaver/core';
import {
  createEgressGuard,
  createHttpClient,
  type ForwardProxy,
  type HttpClient,
  startForwardProxy,
} from '@orbweaver/egress';
import { makeSelfSignedCertificate, scrapeSpec, until } from '@orbweaver/testing';
import { BrowserPool } from '../browser/supply/browser-pool';
import { BrowserSource } from '../browser/supply/browser-source';
import { BrowserSupply, type RestartReason } from '../browser/supply/browser-supply';
import { killGroup } from '../browser/supply/launch-browser';
import { Deadline } from '../deadline';
import { imageSize } from '../fixture/image-size';
import { type PageServer, startPageServer } from '../fixture/page-server';
import { keepLog } from '../fixture/quiet-log';
import { rendererConfig } from '../renderer.config';
import { Slots } from '../slots';
import { BrowserFetcher } from './browser-fetcher';
import type { FetchResult } from './fetch-page';
import { HttpFetcher } from './http-fetcher';

jest.setTimeout(60_000);

const MIB = 1024 * 1024;
const never = new AbortController().signal;

let site: PageServer;
let other: PageServer;
let proxy: ForwardProxy;
let client: HttpClient;
let pool: BrowserPool;
let supply: BrowserSupply;
let fetcher: BrowserFetcher;
const restarts: RestartReason[] = [];

beforeAll(async () => {
  const guard = createEgressGuard({ allow: '127.0.0.0/9' });
  site = await startPageServer();
  other = await startPageServer('127.0.0.2');
  proxy = await startForwardProxy({ guard, requireCredential: false });
  client = createHttpClient({ guard, userAgent: 'test' });
  const { CHROMIUM_PATH, RENDERER_CACHE_DIR } = rendererConfig.parse({ CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  const search = { chromiumPath: CHROMIUM_PATH, cacheDir: RENDERER_CACHE_DIR, log: keepLog().log };
  const source = new BrowserSource(search, async () => proxy.url);
  supply = new BrowserSupply({
    launch: () => source.launch(),
    maxPages: 1000,
    maxAgeMs: 60 * 60_000,
    maxMemoryBytes: 2048 * MIB,
    maxPageBytes: 1024 * MIB,
    onRestart: (reason) => restarts.push(reason),
    onPageKilled: () => undefined,
    onLaunchFailed: (error) => {
      throw error;
    },
  });
  pool = new BrowserPool({ supply, slots: 4, reservedSlots: 1 });
  fetcher = new BrowserFetcher({
    pool,
    http: new HttpFetcher({ client, slots: new Slots(4, 0), version: () => source.version(), maxBytes: MIB }),
    refusalOf: (host) => proxy.failureOf(host),
    version: () => source.version(),
    maxBytes: MIB,
  });
});

afterAll(async () => {
  await pool.close();
  await Promise.all([proxy.close(), client.close(), site.close(), other.close()]);
});

async function visit(url: string, changes: Partial<ScrapeSpec> = {}, limitMs = 30_000): Promise<FetchResult> {
  const deadline = new Deadline(Date.now() + limitMs, never);
  try {
    const request = {
      url,
      sourceUrl: url,
      spec: scrapeSpec(changes),
      profile: 'plain',
      priority: 'interactive',
    } as const;
    return await fetcher.fetch(request, deadline);
  } finally {
    deadline.release();
  }
}

async function captureOf(url: string, changes: Partial<ScrapeSpec> = {}) {
  const result = await visit(url, changes);
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.failure));
  return { ...result.capture, html: Buffer.from(result.capture.body).toString() };
}

async function failureOf(url: string, changes: Partial<ScrapeSpec> = {}) {
  const result = await visit(url, changes);
  if (result.kind === 'capture') throw new Error(`captured ${result.capture.url}`);
  return result.failure;
}

describe('BrowserFetcher', () => {
  it('gives the document as scripts have made it, with the status and headers of its answer', async () => {
    const url = site.serve('/app', (_, response) => {
      response.writeHead(203, { 'content-type': 'text/html; charset=shift_jis', 'x-mark': 'seen' });
      response.end(
        '<!doctype html><div id=a></div><script>fetch("/more").then(r => r.text()).then(t => a.innerHTML = t)</script>',
      );
    });
    site.serve('/more', '<b>caf\u00e9</b>');
    expect(await captureOf(url)).toMatchObject({
      url,
      status: 203,
      headers: { 'x-mark': 'seen' },
      charset: 'utf-8',
      engine: 'browser',
      html: expect.stringMatching(/^<!DOCTYPE html>.*<b>café<\/b>/s),
    });
  });

  it('follows redirects of the server and of scripts to the page that is there in the end', async () => {
    const target = site.serve('/target', '<p>arrived</p>');
    site.serve('/hop', `<script>location.replace(${JSON.stringify(target)})</script>`);
    const start = site.serve('/start', (_, response) => response.writeHead(302, { location: '/hop' }).end());
    expect(await captureOf(start)).toMatchObject({
      url: target,
      status: 200,
      html: expect.stringContaining('arrived'),
    });
  });

  it('waits as long as it is asked to', async () => {
    const url = site.serve(
      '/late',
      `<p id=a></p><script>setTimeout(() => a.textContent = 'late words', 2500)</script>`,
    );
    expect((await captureOf(url)).html).not.toContain('late words<');
    expect((await captureOf(url, { waitForMs: 2500 })).html).toContain('late words<');
  });

  it('takes a page that never comes to rest as it is', async () => {
    const url = site.serve('/ticker', '<p id=a></p><script>setInterval(() => a.textContent += "tick ", 50)</script>');
    expect((await captureOf(url)).html).toContain('tick tick');
  });

  it.each<[string, Partial<ScrapeSpec>, object]>([
    [
      'the visible part as PNG',
      { formats: [{ type: 'screenshot', fullPage: false }] },
      { type: 'png', width: 1280, height: 800 },
    ],
    [
      'the whole page',
      { formats: [{ type: 'screenshot', fullPage: true }] },
      { type: 'png', width: 1280, height: 3000 },
    ],
    [
      'a JPEG',
      { formats: [{ type: 'screenshot', fullPage: false, quality: 50 }] },
      { type: 'jpeg', width: 1280, height: 800 },
    ],
    [
      'the viewport asked for',
      { formats: [{ type: 'screenshot', fullPage: false, viewport: { width: 640, height: 360 } }] },
      { type: 'png', width: 640, height: 360 },
    ],
    [
      'the screen of a phone',
      { mobile: true, formats: [{ type: 'screenshot', fullPage: false }] },
      { type: 'png', width: 780, height: 1688 },
    ],
  ])('takes a screenshot: %s', async (_, spec, expected) => {
    const url = site.serve(
      '/tall',
      '<meta name=viewport content="width=device-width"><body style="margin:0"><div style="height:3000px;background:linear-gradient(red,blue)"></div>',
    );
    expect(imageSize((await captureOf(url, spec)).screenshot!)).toEqual(expected);
  });

  it('looks like a visitor from the place and with the device asked for', async () => {
    const url = site.serve(
      '/visitor',
      '<p id=a></p><script>a.textContent = [navigator.userAgent, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.maxTouchPoints > 0, innerWidth].join(" | ")</script>',
    );
    const plain = await captureOf(url);
    expect(plain.html).not.toContain('Headless');
    expect(site.requests.at(-1)!.headers['sec-ch-ua'] ?? '').not.toContain('Headless');
    const german = await captureOf(url, { location: { country: 'DE', languages: [] } });
    expect(german.html).toMatch(/\| de-DE \| Europe\/Berlin \| false/);
    expect(site.requests.findLast(({ url: path }) => path === '/visitor')!.headers['accept-language']).toMatch(
      /^de-DE,de/,
    );
    const phone = await captureOf(url, { mobile: true });
    expect(phone.html).toMatch(/Android.*\| true \| /);
  });

  it("sends the caller's headers and cookies to the page's own origin and to no other", async () => {
    other.serve('/script.js', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('window.x = 1'),
    );
    const url = site.serve('/keys', `<script src="${other.origin}/script.js"></script><img src="/own.png">`);
    await captureOf(url, {
      headers: { Authorization: 'Bearer secret', Cookie: 'sid=42; theme=dark', 'User-Agent': 'mine/1' },
    });
    const headersOf = (server: PageServer, path: string) =>
      server.requests.findLast((request) => request.url === path)!.headers;
    expect(headersOf(site, '/keys')).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'sid=42; theme=dark',
      'user-agent': 'mine/1',
    });
    expect(headersOf(site, '/own.png')).toMatchObject({ authorization: 'Bearer secret', cookie: 'sid=42; theme=dark' });
    expect(headersOf(other, '/script.js')).not.toHaveProperty('authorization');
    expect(headersOf(other, '/script.js')).not.toHaveProperty('cookie');
  });

  it('keeps nothing from one page to the next', async () => {
    const url = site.serve(
      '/keep',
      '<p id=a></p><script>a.textContent = "had:" + document.cookie + localStorage.x; document.cookie = "x=1"; localStorage.x = 1</script>',
    );
    await captureOf(url);
    expect((await captureOf(url)).html).toContain('had:undefined');
  });

  it('lets no dialog, popup, download or question on leaving stop a page', async () => {
    site.serve('/file', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=x' })
        .end('x'),
    );
    site.serve('/popup', '<p>popup</p>');
    const url = site.serve(
      '/rude',
      `<p id=a></p><script>
      addEventListener('beforeunload', (event) => event.preventDefault());
      open('/popup'); alert('hello'); const sure = confirm('sure?'); prompt('name?');
      const link = document.createElement('a'); link.href = '/file'; link.download = 'x'; document.body.append(link); link.click();
      a.textContent = 'went on ' + sure;
    </script>`,
    );
    expect((await captureOf(url)).html).toContain('went on false');
  });

  it('takes what is no page from the HTTP engine, and says that there is no screenshot of it', async () => {
    const url = site.serve('/doc.pdf', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    );
    expect(await captureOf(url, { formats: [{ type: 'screenshot', fullPage: false }] })).toMatchObject({
      engine: 'http',
      html: '%PDF-1.4',
      warnings: [expect.stringContaining('no screenshot')],
    });
    expect(await failureOf(url, { actions: [{ type: 'scrape' }] })).toMatchObject({ reason: 'action-failed' });
  });

  it.each<[string, () => string, Partial<ScrapeSpec>, string]>([
    ['an address that is not public', () => 'http://127.200.0.1/', {}, 'egress-denied'],
    ['an address that is not public, over TLS', () => 'https://127.200.0.1/', {}, 'egress-denied'],
    [
      'a page that redirects to such an address',
      () => site.serve('/trap', (_, r) => r.writeHead(302, { location: 'http://10.0.0.1/' }).end()),
      {},
      'egress-denied',
    ],
    ['a port nobody listens on', () => 'http://127.0.0.1:1/', {}, 'refused'],
    ['a name that is not there', () => 'http://nowhere.invalid/', {}, 'dns'],
    ['a page that is too large', () => site.serve('/huge', `<p>${'x'.repeat(2 * MIB)}</p>`), {}, 'too-large'],
    [
      'more redirects than are followed',
      () => {
        for (let hop = 0; hop < 11; hop += 1) {
          site.serve(`/hop-${hop}`, (_, r) => r.writeHead(302, { location: `/hop-${hop + 1}` }).end());
        }
        site.serve('/hop-11', '<p>too far</p>');
        return `${site.origin}/hop-0`;
      },
      {},
      'too-many-redirects',
    ],
    [
      'redirects without end',
      () => site.serve('/loop', (_, r) => r.writeHead(302, { location: '/loop' }).end()),
      {},
      'too-many-redirects',
    ],
  ])('fails with the reason: %s', async (_, url, spec, reason) => {
    expect(await failureOf(url(), spec)).toMatchObject({ reason });
  });

  it('lets nothing of a page reach an address that is not public, by whatever way it tries', async () => {
    const forbidden = await startPageServer('127.200.0.1');
    const { origin } = forbidden;
    const address = origin.replace('http', 'ws');
    try {
      expect(await failureOf(forbidden.serve('/', '<p>secret</p>'))).toMatchObject({ reason: 'egress-denied' });
      const url = site.serve(
        '/curious',
        `<link rel=preconnect href="${origin}"><link rel=prefetch href="${origin}/prefetch"><img src="${origin}/image">
        <iframe src="${origin}/frame"></iframe><script src="${origin}/script"></script><script>
        fetch('${origin}/fetch', { mode: 'no-cors' }).catch(() => undefined);
        new WebSocket('${address}/socket');
        navigator.sendBeacon('${origin}/beacon');
        open('${origin}/popup');
        const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${new URL(origin).host}?transport=tcp' }, { urls: 'turn:${new URL(origin).host}?transport=tcp', username: 'x', credential: 'x' }] });
        call.createDataChannel('x'); call.createOffer().then((offer) => call.setLocalDescription(offer));
        </script>`,
      );
      await captureOf(url, { waitForMs: 1000 });
      expect(forbidden.connections()).toBe(0);
    } finally {
      await forbidden.close();
    }
  });

  it('checks certificates unless it is told not to', async () => {
    const secure = await startPageServer('127.0.0.3', makeSelfSignedCertificate('127.0.0.3'));
    try {
      const url = secure.serve('/', '<p>behind TLS</p>');
      expect((await captureOf(url, { skipTlsVerification: true })).html).toContain('behind TLS');
      expect(await failureOf(url, { skipTlsVerification: false })).toMatchObject({ reason: 'tls' });
    } finally {
      await secure.close();
    }
  });

  it('gives a page up at its deadline when nothing of it has come', async () => {
    const startedAt = Date.now();
    await expect(
      visit(
        site.serve('/silent', () => undefined),
        {},
        1500,
      ),
    ).rejects.toThrow('deadline');
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect((await captureOf(site.serve('/next', '<p>next</p>'))).html).toContain('next');
  });

  it('fails the pages of a browser that crashes, and serves the next from another', async () => {
    const url = site.serve('/silent', () => undefined);
    const before = site.requests.length;
    const visits = [visit(url), visit(url), visit(url)];
    await until('the pages to be asked for', () => site.requests.length >= before + 3);
    const hold = await supply.take();
    hold.giveBack();
    killGroup(hold.browser.process()!.pid);
    for (const result of await Promise.all(visits)) {
      expect(result).toMatchObject({ kind: 'failed', failure: { reason: 'browser-crashed' } });
    }
    expect((await captureOf(site.serve('/next', '<p>next</p>'))).html).toContain('next');
    expect(restarts).toContain('crashed');
  });

  it('opens no more pages than there are slots, and leaves some to interactive work', async () => {
    const url = site.serve('/silent', () => undefined);
    const before = site.requests.length;
    const stop = new AbortController();
    const deadline = new Deadline(Date.now() + 30_000, stop.signal);
    const bulk = Array.from({ length: 6 }, () =>
      fetcher
        .fetch({ url, sourceUrl: url, spec: scrapeSpec(), profile: 'plain', priority: 'bulk' }, deadline)
        .catch(() => 'stopped'),
    );
    await until('three bulk pages', () => site.requests.length === before + 3);
    expect((await captureOf(site.serve('/next', '<p>next</p>'))).html).toContain('next');
    expect(pool.slots.used('bulk')).toBe(3);
    stop.abort();
    expect(await Promise.all(bulk)).toEqual(Array(6).fill('stopped'));
    deadline.release();
    await until('the slots to be free', () => pool.slots.used('bulk') === 0);
  });

  it('asks advertisers for nothing unless it is told to', async () => {
    const url = site.serve(
      '/ads',
      '<script src="http://ads.doubleclick.net/tag.js" onerror="document.title = event.type"></script>',
    );
    await captureOf(url, { blockAds: true });
    expect(proxy.failureOf('ads.doubleclick.net')).toBeUndefined();
    await captureOf(url, { blockAds: false });
    expect(proxy.failureOf('ads.doubleclick.net')).toMatchObject({ reason: 'dns' });
  });
});
