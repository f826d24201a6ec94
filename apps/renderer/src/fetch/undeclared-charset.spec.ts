import { gzipSync } from 'node:zlib';
import type { ScrapeSpec } from '@orbweaver/core';
import { createHttpClient } from '@orbweaver/egress';
import { type Capture, steps } from '@orbweaver/extraction';
import { makeSelfSignedCertificate, scrapeSpec } from '@orbweaver/testing';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { PAGE_BYTES_UNIT } from '../../test/browsing';
import { type PageServer, startPageServer } from '../../test/page-server';
import { Deadline } from '../bounds/deadline';
import { Slots } from '../bounds/slots';
import { HttpFetcher } from './http-fetcher';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  // All names resolve to the site.
  const resolver = async () => [{ address: '127.0.0.1', family: 4 as const }];
  [harness, site] = await Promise.all([startBrowserHarness({ resolver }), startPageServer()]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

const utf8 = (text: string): Buffer => Buffer.from(text);
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

function serve(path: string, body: Buffer, headers: Record<string, string> = {}): string {
  return site.serve(path, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body),
  );
}

const on = (host: string, url: string): string => url.replace('127.0.0.1', host);

const asked = (path: string): number => site.requests.filter(({ url }) => url === path).length;

function paragraphOf({ body, charset, headers, url }: Capture): string | undefined {
  const evidence = { charset, contentType: headers['content-type'], url };
  const html = steps.decodeText(body, steps.detectCharset(body, evidence));
  return /<p>([^<]*)/.exec(html.replaceAll('&nbsp;', '\u00a0'))?.[1]?.trim();
}

async function byBoth(url: string, spec: Partial<ScrapeSpec> = {}): Promise<{ browser: Capture; http: Capture }> {
  const deadline = new Deadline(Date.now() + 30_000, new AbortController().signal);
  const client = createHttpClient({ guard: harness.guard, userAgent: 'test' });
  const http = new HttpFetcher({ client, slots: new Slots(1, 0), version: () => '147', maxBytes: 10_000_000 });
  const request = { url, sourceUrl: url, spec: scrapeSpec(spec), profile: 'plain', priority: 'interactive' } as const;
  try {
    const plain = await http.fetch(request, deadline);
    if (plain.kind === 'failed') throw new Error(plain.failure.message);
    return { browser: await harness.captureOf(url, spec), http: plain.capture };
  } finally {
    deadline.release();
    await client.close();
  }
}

const words = 'Ünïcode à “quoted” 日本語 Привет';
const japanese = '日本語のページです。これはテストです。';
const chinese = '这是一个中文网页，我们在这里测试。';
const russian = 'Это страница на русском языке';
const SHIFT_JIS = Buffer.from('k/qWe4zqgsyDeYFbg1eCxYK3gUKCsYLqgs2DZYNYg2eCxYK3gUI=', 'base64');
const EUC_JP = Buffer.from('xvzL3LjspM6l2qG8pbikx6S5oaOks6TspM+lxqW5pcikx6S5oaM=', 'base64');
const GBK = Buffer.from('1eLKx9K7uPbW0M7EzfjSs6OsztLDx9Ta1eLA77LiytShow==', 'base64');
const WINDOWS_1251 = Buffer.from('3fLuIPHy8ODt6PbgIO3gIPDz8fHq7uwg/+f76uU=', 'base64');
const WINDOWS_1252 = latin1('caf\xe9 \x93quoted\x94 d\xe9j\xe0 vu');
const long = 'a long text in plain letters. '.repeat(3_000);

describe('pages without a declared charset', () => {
  it.each<[string, Buffer, string, Partial<ScrapeSpec>?]>([
    ['in UTF-8', utf8(`<p>${words}</p>`), words],
    ['in UTF-8, with ad blocking', utf8(`<p>${words}</p>`), words, { blockAds: true }],
    ['in UTF-8, not ASCII only at the end', utf8(`<p>Ü</p>${long}<b>é</b>`), 'Ü'],
    [
      'in UTF-8, rendered by a script',
      utf8(`<p></p><script>document.querySelector('p').textContent = '${words}'</script>`),
      words,
    ],
    ['in UTF-8 by a meta tag', utf8(`<meta charset=utf-8><p>${words}</p>`), words],
    ['in Japanese UTF-8', utf8(`<html lang=ja><p>日本語のページ</p>`), '日本語のページ'],
    ['in windows-1252', latin1('<p>caf\xe9 \x93quoted\x94 d\xe9j\xe0 vu</p>'), 'café “quoted” déjà vu'],
    ['in windows-1252 by a meta tag, with bytes of UTF-8', utf8('<meta charset=windows-1252><p>é</p>'), 'Ã©'],
    ['in windows-1251 by a meta tag', latin1('<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>'), 'Привет'],
    ['in ASCII', utf8('<p>plain words</p>'), 'plain words'],
  ])('reads equal text in both engines: %s', async (_, body, text, spec = {}) => {
    const { browser, http } = await byBoth(serve('/page', body), spec);
    // Text that a script adds is only in the browser's page.
    if (!body.includes('<script>')) expect(paragraphOf(http)).toBe(text);
    expect(paragraphOf(browser)).toBe(text);
  });

  it.each<[string, string, string, Buffer]>([
    ['UTF-8', 'a.co.uk', words, utf8(words)],
    ['UTF-8', 'a.example.com', words, utf8(words)],
    ['UTF-8', 'a.de', words, utf8(words)],
    ['UTF-8', 'a.ru', russian, utf8(russian)],
    ['UTF-8', 'a.jp', japanese, utf8(japanese)],
    ['UTF-8', 'a.cn', chinese, utf8(chinese)],
    ['Shift_JIS', 'a.jp', japanese, SHIFT_JIS],
    ['Shift_JIS', 'a.example.com', japanese, SHIFT_JIS],
    ['EUC-JP', 'a.jp', japanese, EUC_JP],
    ['windows-1251', 'a.ru', russian, WINDOWS_1251],
    ['windows-1251', 'a.example.com', russian, WINDOWS_1251],
    ['GBK', 'a.cn', chinese, GBK],
    ['GBK', 'a.example.com', chinese, GBK],
    ['windows-1252', 'a.co.uk', 'café “quoted” déjà vu', WINDOWS_1252],
    ['windows-1252', 'a.fr', 'café “quoted” déjà vu', WINDOWS_1252],
  ])('reads equal text in both engines, in %s on %s', async (_, host, text, bytes) => {
    const body = Buffer.concat([utf8('<p>'), bytes, utf8('</p>')]);
    const { browser, http } = await byBoth(on(host, serve('/there', body)));
    expect([paragraphOf(browser), paragraphOf(http)]).toEqual([text, text]);
  });

  it.each([
    ['once if its first bytes are not ASCII', '127.0.0.1', [words], 1],
    ['twice if its first bytes are ASCII', '127.0.0.1', ['plain words ', words], 2],
    ["twice if Chromium guesses by the host's country", 'a.de', [words], 2],
    ['once if it is ASCII only', 'a.de', ['plain words'], 1],
  ])('runs scripts once or twice, %s', async (_, host, pieces, times) => {
    const before = asked('/started');
    const url = site.serve('/starting', async (__, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<!doctype html><script>fetch('/started')</script><p>`);
      for (const piece of pieces) {
        response.write(piece);
        // Each piece arrives separately.
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      response.end();
    });
    expect(paragraphOf(await harness.captureOf(on(host, url)))).toBe(pieces.join(''));
    expect(asked('/started') - before).toBe(times);
  });

  it('requests a misread page once, and keeps its status, headers, cookies and URL', async () => {
    const url = site.serve('/once', (_, response) => {
      response.setHeader('content-security-policy', ["script-src 'none'", 'img-src *']);
      response.writeHead(404, 'Gone fishing', { 'content-type': 'text/html', 'set-cookie': 'a=1', 'x-mark': 'seen' });
      response.end(`<p>${words}</p><script>document.title = 'ran'</script>`);
    });
    const before = site.requests.length;
    const capture = await harness.captureOf(`${url}?a=1#part`);
    expect(site.requests.slice(before).filter(({ url: path }) => path.startsWith('/once'))).toHaveLength(1);
    expect(paragraphOf(capture)).toBe(words);
    expect(capture.html).not.toContain('ran</title>');
    expect(capture).toMatchObject({
      url: `${url}?a=1#part`,
      status: 404,
      statusText: 'Gone fishing',
      headers: { 'content-type': 'text/html', 'set-cookie': 'a=1', 'x-mark': 'seen' },
    });
    expect(capture).not.toHaveProperty('warnings');
  });

  it.each([
    ['a redirect', (to: string) => site.serve('/start', (_, r) => r.writeHead(302, { location: to }).end())],
    ['a script', (to: string) => site.serve('/start', `<script>location.replace('${to}')</script>`)],
    [
      'a late script',
      (to: string) => site.serve('/start', `<p>a<script>setTimeout(() => { location = '${to}' }, 100)</script>`),
    ],
    ['a refresh', (to: string) => site.serve('/start', `<p>a<meta http-equiv=refresh content="0; url=${to}">`)],
  ])('decodes a page reached by %s', async (_, from) => {
    const before = asked('/target');
    const target = on('a.de', serve('/target', utf8(`<p>${words}</p>`)));
    const capture = await harness.captureOf(on('a.de', from('/target')));
    expect(capture.url).toBe(target);
    expect(paragraphOf(capture)).toBe(words);
    expect(asked('/target')).toBe(before + 1);
  });

  it('returns the page that replaces it on reload', async () => {
    const before = asked('/twice');
    const url = site.serve('/twice', ({ headers }, response) => {
      const isKnown = headers.cookie?.includes('known=1') === true;
      const again = 'setTimeout(() => location.reload(), 100)';
      const script = `if (!document.cookie) { document.cookie = 'known=1'; ${again}; }`;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<script>${script}</script><p>${isKnown ? words : 'Bitte wählen'}</p>`);
    });
    expect(paragraphOf(await harness.captureOf(on('a.de', url)))).toBe(words);
    expect(asked('/twice')).toBe(before + 2);
  });

  it.each([
    ['at once', '127.0.0.1', 0, [expect.stringContaining('more than 10 times')]],
    ['each second', 'a.de', 1, undefined],
  ])('decodes a page that refreshes itself %s', async (_, host, seconds, warnings) => {
    let count = 0;
    const url = site.serve('/refreshing', (__, response) => {
      count += 1;
      const target = seconds === 0 ? `; url=?${count}` : '';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<p>${words}</p><meta http-equiv=refresh content="${seconds}${target}">`);
    });
    const capture = await harness.captureOf(on(host, url));
    expect(paragraphOf(capture)).toBe(words);
    expect(capture.warnings).toEqual(warnings);
  });

  it.each(['127.0.0.1', 'a.de'])('decodes a page with its frames, on %s', async (host) => {
    serve('/inner', utf8('<b>Größe</b>'));
    serve('/innermost', utf8('<b>Übung</b>'));
    serve('/between', utf8('<i>ä</i><iframe width=300 height=200 src="/innermost"></iframe>'));
    const frames = ['/inner', '/between'].map((path) => `<iframe width=300 height=200 src="${path}"></iframe>`);
    const { html } = await harness.captureOf(on(host, serve('/framed', utf8(`<p>${words}</p>${frames.join('')}`))));
    for (const text of [words, 'Größe', 'Übung']) expect(html.replaceAll('&nbsp;', '\u00a0')).toContain(text);
  });

  it.each([
    ['compressed content', (body: Buffer) => gzipSync(body), { 'content-encoding': 'gzip' }],
    ['no content type', (body: Buffer) => body, { 'content-type': '' }],
  ])('decodes a page with %s', async (_, pack, headers) => {
    const body = pack(utf8(`<!doctype html><title>t</title><p>${words}</p>`));
    expect(paragraphOf(await harness.captureOf(serve('/sent', body, headers)))).toBe(words);
  });

  it('decodes a TLS page with frames of its site', async () => {
    const secure = await startPageServer('127.0.0.3', makeSelfSignedCertificate('127.0.0.3'));
    try {
      secure.serve('/frame', '<b>Größe</b>');
      const url = secure.serve('/', `<p>${words}</p><iframe width=300 height=200 src="/frame"></iframe>`);
      const capture = await harness.captureOf(url, { skipTlsVerification: true });
      expect(paragraphOf(capture)).toBe(words);
      expect(capture.html).toContain('Größe');
    } finally {
      await secure.close();
    }
  });

  it('does not reload a huge misread page', async () => {
    const url = on('a.de', serve('/huge', utf8(`<p>é</p>${'<!-- é -->'.repeat(500_000)}`)));
    expect(paragraphOf(await harness.captureOf(url))).toBe('Ã©');
  });

  it('returns the received part of an endless misread page', async () => {
    const url = site.serve('/endless', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(`<p>${words}</p><p>as far as it came</p>`);
    });
    const { html, warnings } = await harness.captureOf(url, {}, 10_000);
    expect(html).toContain('as far as it came');
    expect(warnings).toEqual([expect.stringContaining('did not finish loading')]);
  });

  it('resets the byte count for the reload', async () => {
    const scripts = [1, 2, 3].map((number) => {
      const body = Buffer.concat([utf8('//'), Buffer.alloc(6 * PAGE_BYTES_UNIT, 'x')]);
      serve(`/large-${number}`, body, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      return `<script src="/large-${number}"></script>`;
    });
    const before = asked('/large-1');
    const capture = await harness.captureOf(on('a.de', serve('/heavy', utf8(`<p>${words}</p>${scripts.join('')}`))));
    expect(paragraphOf(capture)).toBe(words);
    expect(capture).not.toHaveProperty('warnings');
    expect(asked('/large-1') - before).toBe(2);
  });

  it('fails when the reload fails', async () => {
    const script = `if (sessionStorage.seen) location = 'http://10.0.0.1/'; sessionStorage.seen = 'yes'`;
    const url = on('a.de', serve('/fickle', utf8(`<script>${script}</script><p>é, and enough words besides</p>`)));
    expect(await harness.failureOf(url)).toMatchObject({ reason: 'egress-denied' });
  });
});
