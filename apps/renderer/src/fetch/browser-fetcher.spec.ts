import type { ScrapeSpec } from '@orbweaver/core';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { imageSize } from '../../test/image-size';
import { type PageServer, startPageServer } from '../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;
let other: PageServer;

beforeAll(async () => {
  [harness, site, other] = await Promise.all([startBrowserHarness(), startPageServer(), startPageServer('127.0.0.2')]);
});

afterAll(() => Promise.all([harness.close(), site.close(), other.close()]));

describe('BrowserFetcher', () => {
  it('returns the rendered document with status and headers of the response', async () => {
    const url = site.serve('/app', (_, response) => {
      response.writeHead(203, { 'content-type': 'text/html; charset=shift_jis', 'x-mark': 'seen' });
      response.end(
        '<!doctype html><div id=a></div><script>fetch("/more").then(r => r.text()).then(t => a.innerHTML = t)</script>',
      );
    });
    site.serve('/more', '<b>caf\u00e9</b>');
    expect(await harness.captureOf(url)).toMatchObject({
      url,
      status: 203,
      headers: { 'x-mark': 'seen' },
      charset: 'utf-8',
      engine: 'browser',
      html: expect.stringMatching(/^<!DOCTYPE html>.*<b>café<\/b>/s),
    });
  });

  it('follows redirects of servers and scripts', async () => {
    const target = site.serve('/target', '<p>arrived</p>');
    site.serve('/hop', `<script>location.replace(${JSON.stringify(target)})</script>`);
    const start = site.serve('/start', (_, response) => response.writeHead(302, { location: '/hop' }).end());
    expect(await harness.captureOf(start)).toMatchObject({
      url: target,
      status: 200,
      html: expect.stringContaining('arrived'),
    });
  });

  it.each(['http://welcome.orbweaver.internal/', 'http://welcome.orbweaver.internal/#top'])(
    'serves the welcome page %s without a connection',
    async (url) => {
      const formats: ScrapeSpec['formats'] = [{ type: 'screenshot', fullPage: false }];
      const welcome = await harness.captureOf(url, { formats, blockAds: true });
      expect(welcome).toMatchObject({
        status: 200,
        engine: 'browser',
        html: expect.stringContaining('<h1>Welcome to Orbweaver</h1>'),
        screenshot: expect.anything(),
      });
      expect(welcome.warnings ?? []).toEqual([]);
    },
  );

  it('serves only the welcome page for its host, and never to web pages', async () => {
    const url = site.serve(
      '/asks',
      `<p id=a>asking</p><iframe src="http://welcome.orbweaver.internal/"></iframe><script>
        fetch('http://welcome.orbweaver.internal/').then(r => r.text(), () => 'refused').then(t => a.textContent = t)</script>`,
    );
    const { html } = await harness.captureOf(url);
    expect(html).toContain('refused');
    expect(html).not.toContain('Welcome to Orbweaver');
    expect(await harness.failureOf('http://welcome.orbweaver.internal/other')).toMatchObject({ reason: 'dns' });
  });

  it('waits for the time of waitFor', async () => {
    const url = site.serve(
      '/late',
      `<p id=a>early words</p><script>setTimeout(() => a.textContent = 'late words', 2500)</script>`,
    );
    expect((await harness.captureOf(url)).html).not.toContain('late words<');
    expect((await harness.captureOf(url, { waitForMs: 2500 })).html).toContain('late words<');
  });

  it('returns a page that never settles', async () => {
    const url = site.serve('/ticker', '<p id=a></p><script>setInterval(() => a.textContent += "tick ", 50)</script>');
    expect((await harness.captureOf(url)).html).toContain('tick tick');
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
      'the requested viewport',
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
    expect(imageSize((await harness.captureOf(url, spec)).screenshot!)).toEqual(expected);
  });

  it('emulates location and device', async () => {
    const url = site.serve(
      '/visitor',
      '<p id=a></p><script>a.textContent = [navigator.userAgent, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.maxTouchPoints > 0, innerWidth].join(" | ")</script>',
    );
    const plain = await harness.captureOf(url);
    expect(plain.html).not.toContain('Headless');
    expect(site.requests.at(-1)!.headers['sec-ch-ua'] ?? '').not.toContain('Headless');
    const german = await harness.captureOf(url, { location: { country: 'DE', languages: [] } });
    expect(german.html).toMatch(/\| de-DE \| Europe\/Berlin \| false/);
    expect(site.requests.findLast(({ url: path }) => path === '/visitor')!.headers['accept-language']).toMatch(
      /^de-DE,de/,
    );
    const phone = await harness.captureOf(url, { mobile: true });
    expect(phone.html).toMatch(/Android.*\| true \| /);
  });

  it("sends the caller's headers and cookies to the origin of the page only", async () => {
    other.serve('/script.js', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('window.x = 1'),
    );
    const url = site.serve('/keys', `<script src="${other.origin}/script.js"></script><img src="/own.png">`);
    await harness.captureOf(url, {
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

  it('keeps no state between pages', async () => {
    const url = site.serve(
      '/keep',
      '<p id=a></p><script>a.textContent = "had:" + document.cookie + localStorage.x; document.cookie = "x=1"; localStorage.x = 1</script>',
    );
    await harness.captureOf(url);
    expect((await harness.captureOf(url)).html).toContain('had:undefined');
  });

  it('dismisses dialogs, popups, downloads and beforeunload questions', async () => {
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
    expect((await harness.captureOf(url)).html).toContain('went on false');
  });

  it('fetches files with the HTTP engine, with a warning about the screenshot', async () => {
    const url = site.serve('/doc.pdf', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    );
    expect(await harness.captureOf(url, { formats: [{ type: 'screenshot', fullPage: false }] })).toMatchObject({
      engine: 'http',
      html: '%PDF-1.4',
      warnings: [expect.stringContaining('no screenshot')],
    });
    expect(await harness.failureOf(url, { actions: [{ type: 'scrape' }] })).toMatchObject({ reason: 'action-failed' });
  });

  it('requests no ads unless blockAds is false', async () => {
    const url = site.serve(
      '/ads',
      '<script src="http://ads.doubleclick.net/tag.js" onerror="document.title = event.type"></script>',
    );
    await harness.captureOf(url, { blockAds: true });
    expect(harness.refusalOf('ads.doubleclick.net')).toBeUndefined();
    await harness.captureOf(url, { blockAds: false });
    expect(harness.refusalOf('ads.doubleclick.net')).toMatchObject({ reason: 'dns' });
  });
});
