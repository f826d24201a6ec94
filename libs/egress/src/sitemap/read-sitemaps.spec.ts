import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { serveHttp } from '../../test/local-server';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from '../http/http-client';
import { parseSitemap } from './parse-sitemap';
import { readSitemaps, type SitemapBatch, type SitemapOptions } from './read-sitemaps';
import { unpackSitemap } from './unpack-sitemap';

const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (...paths: string[]) =>
  `<?xml version="1.0"?><urlset ${NS}>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`;
const locations = (pages: readonly string[]) =>
  `<urlset>${pages.map((page) => `<url><loc>${page}</loc></url>`).join('')}</urlset>`;
const index = (...paths: string[]) =>
  `<sitemapindex ${NS}>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`;

type Answer = string | Buffer | { body: string | Buffer; headers?: Record<string, string>; status?: number };

const busy = { body: '', status: 503 };

async function read(
  files: Record<string, Answer | (() => Answer | 'reset')>,
  options: SitemapOptions = {},
  seeds = ['/s.xml'],
) {
  const asked: string[] = [];
  const site = await serveHttp((request, response) => {
    asked.push(request.url ?? '');
    const planned = files[request.url ?? ''] ?? { status: 404, body: '' };
    const file = typeof planned === 'function' ? planned() : planned;
    if (file === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    const {
      body,
      headers = {},
      status = 200,
    } = typeof file === 'string' || Buffer.isBuffer(file) ? { body: file } : file;
    response.writeHead(status, headers).end(body);
  });
  const client = createHttpClient({ guard: createEgressGuard({ allow: '127.0.0.1' }), userAgent: 'x' });
  const batches: SitemapBatch[] = [];
  for await (const batch of readSitemaps(
    client,
    seeds.map((seed) => site.url + seed),
    options,
  ))
    batches.push(batch);
  await client.close();
  await site[Symbol.asyncDispose]();
  const local = (url: string) => url.replace(site.url, '');
  return {
    asked,
    batches,
    urls: batches.flatMap(({ urls }) => urls.map(local)),
    problem: batches.find((batch) => batch.problem)?.problem,
    isUnread: batches.some((batch) => batch.isUnread),
  };
}

describe('readSitemaps', () => {
  it.each<[string, Answer]>([
    ['a urlset', urlset('/a', '/b?x=1&amp;y=2')],
    ['a byte order mark and blank lines', `\uFEFF\n\n${urlset('/a', '/b?x=1&amp;y=2')}`],
    [
      'a namespace prefix',
      `<m:urlset xmlns:m="x"><m:url><m:loc>/a</m:loc></m:url><m:url><m:loc>/b?x=1&amp;y=2</m:loc></m:url></m:urlset>`,
    ],
    [
      'no namespace, space and CDATA',
      `<urlset><url><loc>\n /a </loc></url><url><loc><![CDATA[/b?x=1&y=2]]></loc></url></urlset>`,
    ],
    [
      'images, which are ignored',
      urlset('/a</loc><image:image><image:loc>/i.png</image:loc></image:image><loc>/b?x=1&amp;y=2'),
    ],
    ['a doctype without entities', `<!DOCTYPE urlset SYSTEM "s.dtd">${urlset('/a', '/b?x=1&amp;y=2').slice(21)}`],
    ['a gzip file', gzipSync(urlset('/a', '/b?x=1&amp;y=2'))],
    [
      'a gzip file in a gzip answer',
      { body: gzipSync(gzipSync(urlset('/a', '/b?x=1&amp;y=2'))), headers: { 'content-encoding': 'gzip' } },
    ],
    ['UTF-16', Buffer.from(`\uFEFF${urlset('/a', '/b?x=1&amp;y=2')}`, 'utf16le')],
    ['Latin-1', `<?xml version="1.0" encoding="ISO-8859-1"?>${urlset('/a', '/b?x=1&amp;y=2').slice(21)}`],
    ['a bare ampersand', urlset('/a', '/b?x=1&y=2')],
    ['UTF-8 that says UTF-16', `<?xml version="1.0" encoding="UTF-16"?>${urlset('/a', '/b?x=1&amp;y=2').slice(21)}`],
    ['duplicate pages', urlset('/a', '/b?x=1&amp;y=2', '/a')],
    ['invalid URLs', urlset('mailto:a@b.example', '/a', '', 'http://', '/b?x=1&amp;y=2')],
  ])('reads %s', async (_, file) => {
    const { urls, problem } = await read({ '/s.xml': file });
    expect({ urls, problem }).toEqual({ urls: ['/a', '/b?x=1&y=2'], problem: undefined });
  });

  it('requests only sitemaps that may be read, also after a redirect', async () => {
    const files = {
      '/s.xml': index('/closed-1.xml', '/moved.xml', '/open.xml'),
      '/moved.xml': { body: '', status: 302, headers: { location: '/closed-2.xml' } },
      '/closed-1.xml': urlset('/x'),
      '/closed-2.xml': urlset('/y'),
      '/open.xml': urlset('/a'),
    };
    const { asked, urls } = await read(files, { mayRead: (url) => !url.includes('closed') });
    expect(asked).toEqual(['/s.xml', '/moved.xml', '/open.xml']);
    expect(urls).toEqual(['/a']);
  });

  it.each<[string, (asked: number) => Answer | 'reset', { asked: number; urls: string[] }]>([
    ['a server that fails once', (asked) => (asked === 1 ? busy : urlset('/a')), { asked: 2, urls: ['/a'] }],
    ['a connection that breaks once', (asked) => (asked === 1 ? 'reset' : urlset('/a')), { asked: 2, urls: ['/a'] }],
    ['a server that keeps failing', () => busy, { asked: 3, urls: [] }],
    ['a refusal', () => ({ body: '', status: 403 }), { asked: 1, urls: [] }],
    [
      'a server with a Retry-After of a minute',
      () => ({ ...busy, headers: { 'retry-after': '60' } }),
      { asked: 1, urls: [] },
    ],
    [
      'a server with a Retry-After of two seconds',
      (asked) => (asked === 1 ? { ...busy, headers: { 'retry-after': '2' } } : urlset('/a')),
      { asked: 2, urls: ['/a'] },
    ],
  ])('retries %s as long as useful', async (_, answer, expected) => {
    let times = 0;
    const next = () => {
      times += 1;
      return answer(times);
    };
    const found = await read({ '/s.xml': next });
    expect({ asked: found.asked.length, urls: found.urls }).toEqual(expected);
    expect(found.problem === undefined).toBe(expected.urls.length > 0);
  });

  it('limits the delay that broken files cause for others', async () => {
    const broken = ['/b1.xml', '/b2.xml', '/b3.xml', '/b4.xml'];
    const files = Object.fromEntries(broken.map((path) => [path, busy]));
    const site = { ...files, '/s.xml': index(...broken, '/good.xml'), '/good.xml': urlset('/a') };
    const { urls, asked } = await read(site, { maxRetries: 2 });
    expect(urls).toEqual(['/a']);
    expect(asked.slice(1)).toEqual(['/b1.xml', '/b1.xml', '/b1.xml', '/b2.xml', '/b3.xml', '/b4.xml', '/good.xml']);
  });

  it('reads a list of lines', async () => {
    const { urls } = await read({ '/s.txt': '\uFEFFhttps://a.example/1\r\n\nno url\n  https://a.example/2\n' }, {}, [
      '/s.txt',
    ]);
    expect(urls).toEqual(['https://a.example/1', 'https://a.example/2']);
  });

  it('reads nested sitemaps breadth-first, also those listed as pages', async () => {
    const { asked, urls } = await read({
      '/s.xml': index('/one.xml', '/two.xml.gz'),
      '/one.xml': urlset('/1', '/three.xml'),
      '/two.xml.gz': gzipSync(urlset('/2')),
      '/three.xml': urlset('/3'),
    });
    expect(asked).toEqual(['/s.xml', '/one.xml', '/two.xml.gz', '/three.xml']);
    expect(urls).toEqual(['/1', '/2', '/3']);
  });

  it('fetches each file once despite duplicates and cycles', async () => {
    const { asked } = await read({ '/s.xml': index('/s.xml', '/t.xml', '/t.xml'), '/t.xml': index('/s.xml') });
    expect(asked).toEqual(['/s.xml', '/t.xml']);
  });

  it('respects its limits', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 9 }, (_, step) => [`/${step}.xml`, index(`/${step + 1}.xml`)]),
    );
    for (const [options, files, last] of [
      [{ maxDepth: 3 }, 4, '/3.xml'],
      [{ maxFiles: 5 }, 5, '/4.xml'],
    ] as const) {
      const { asked, batches } = await read(chain, options, ['/0.xml']);
      expect(asked).toHaveLength(files);
      expect(batches).toEqual([
        {
          sitemap: expect.stringMatching(last),
          urls: [],
          problem: expect.stringMatching(/^more than/),
          isUnread: true,
        },
      ]);
    }
    expect((await read(chain, { maxFiles: 10 }, ['/0.xml'])).isUnread).toBe(false);
    const { urls, asked } = await read({ '/s.xml': urlset('/a', '/b', '/c'), '/t.xml': urlset('/d') }, { maxUrls: 2 }, [
      '/s.xml',
      '/t.xml',
    ]);
    expect([urls, asked]).toEqual([['/a', '/b'], ['/s.xml']]);
  });

  it.each<[string, string, string[], RegExp]>([
    ['a wrong end tag', urlset('/a', '/b').replace('</url>', '</x></url>'), ['/a', '/b'], /broken XML/],
    ['a truncated file', urlset('/a', '/b').slice(0, -30), ['/a'], /broken XML/],
    ['text after the end', `${urlset('/a')} <p>`, ['/a'], /broken XML/],
    [
      'a location without an end tag',
      `<urlset><url><loc>/a<lastmod>2024</lastmod></url><url><loc>/b</loc></url></urlset>`,
      ['/a', '/b'],
      /broken XML/,
    ],
  ])('reads the valid part of %s', async (_, file, expected, problem) => {
    const result = await read({ '/s.xml': file });
    expect(result.urls).toEqual(expected);
    expect(result.problem).toMatch(problem);
  });

  it('reads the first 50 MiB of a larger file, and reports it as incomplete', async () => {
    const paths = Array.from({ length: 8_000 }, (_, n) => `/${n}/${'x'.repeat(7_000)}`);
    const { urls, problem, isUnread } = await read({ '/s.xml': urlset(...paths) });
    expect(urls.length).toBeGreaterThan(7_000);
    expect(urls).toEqual(paths.slice(0, urls.length));
    expect({ problem, isUnread }).toEqual({ problem: 'the file exceeds the size limit', isUnread: true });
  });

  it('reads the valid part of a truncated gzip file', async () => {
    const paths = Array.from({ length: 9000 }, (_, n) => `/${hash('sha1', `${n}`)}`);
    const { urls, problem } = await read({ '/s.xml.gz': gzipSync(urlset(...paths)).subarray(0, -20_000) }, {}, [
      '/s.xml.gz',
    ]);
    expect(urls.length).toBeGreaterThan(5000);
    expect(urls).toEqual(paths.slice(0, urls.length));
    expect(problem).toMatch(/gzip/);
  });

  it.each<[string, Answer, RegExp]>([
    ['entity declarations', `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>${urlset('/a')}`, /entity/],
    ['a page', '<!doctype html><html><body>gone</body></html>', /HTML/],
    ['another kind of file', '<opml><body><outline url="/a"/></body></opml>', /root element is <opml>/],
    ['elements without an end', `<urlset>${'<a>'.repeat(100_000)}`, /nested/],
    ['nothing', '', /neither/],
    ['a broken gzip file', gzipSync(urlset('/a')).subarray(0, 30), /gzip/],
    ['a gzip bomb', gzipSync(Buffer.alloc(60 * 1024 * 1024)), /size limit/],
    ['an error', { status: 503, body: 'x' }, /status 503/],
    [
      'a redirect to a private address',
      { status: 302, body: '', headers: { location: 'http://10.0.0.1/' } },
      /10\.0\.0\.1 is not on the public internet; EGRESS_ALLOW has no entry for it/,
    ],
  ])('reports the problem of %s and continues', async (_, file, problem) => {
    const { batches, urls } = await read({ '/s.xml': file, '/t.xml': urlset('/t') }, {}, ['/s.xml', '/t.xml']);
    expect(batches[0]?.problem).toMatch(problem);
    expect(urls).toEqual(['/t']);
  });

  it.each<[string, string]>([
    [
      'news',
      '<urlset><url><loc>/a</loc><news:news><news:publication><news:name>Daily</news:name></news:publication><news:title> Prices\n fall </news:title></news:news><image:image><image:title>A picture</image:title></image:image></url></urlset>',
    ],
    [
      'RSS items',
      '<rss><channel><title>Feed</title><item><title><![CDATA[Prices fall]]></title><media:title>no</media:title><link>/a</link></item></channel></rss>',
    ],
    [
      'Atom entries',
      '<feed><title>Feed</title><entry><title>Prices fall</title><link href="/a"/><source><title>Other</title></source></entry></feed>',
    ],
  ])('reads the titles of %s', async (_, file) => {
    const { batches, urls } = await read({ '/s.xml': file });
    expect(urls).toEqual(['/a']);
    const titles = batches.flatMap(({ titles }) => [...(titles ?? [])]);
    expect(titles).toEqual([[expect.stringMatching(/\/a$/), 'Prices fall']]);
  });

  it('yields entries while the file is downloading and keeps them if it fails', async () => {
    const half = (from: number) => locations(Array.from({ length: 3000 }, (_, n) => `/${from + n}`)).slice(8, -9);
    let goOn: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const site = await serveHttp(async (_, response) => {
      response.write(`<urlset>${half(0)}`);
      await asked;
      response.write(half(3000), () => response.destroy());
    });
    const client = createHttpClient({ guard: createEgressGuard({ allow: '127.0.0.1' }), userAgent: 'x' });
    const batches: SitemapBatch[] = [];
    for await (const batch of readSitemaps(client, [`${site.url}/s.xml`])) {
      batches.push(batch);
      goOn();
    }
    await client.close();
    await site[Symbol.asyncDispose]();
    expect(batches[0]?.urls.length).toBeLessThan(3001);
    expect(batches.flatMap(({ urls }) => urls).length).toBeGreaterThanOrEqual(3000);
    expect(batches.at(-1)).toMatchObject({ problem: expect.stringMatching(/lost before the end/), isUnread: true });
  });

  it.each<[string, Answer | (() => Answer | 'reset'), boolean]>([
    ['a missing file', { status: 404, body: '' }, false],
    ['a page', '<!doctype html><p>no such page', false],
    ['a refusal', { status: 403, body: '' }, false],
    ['a busy site', busy, true],
    ['a site that is busy for an hour', { ...busy, headers: { 'retry-after': '3600' } }, true],
    ['a connection reset', () => 'reset', true],
    ['half a file', gzipSync(urlset('/a')).subarray(0, 30), true],
  ])('reports whether pages are missing: %s', async (_, file, isUnread) => {
    expect((await read({ '/s.xml': file }, { maxRetries: 0 })).isUnread).toBe(isUnread);
  });

  it('stops when aborted', async () => {
    expect((await read({ '/s.xml': urlset('/a') }, { signal: AbortSignal.abort() })).batches).toEqual([]);
  });

  it.each<[string, string]>([
    ['a tag without an end', `<urlset ${'a="b" '.repeat(1_000_000)}>`],
    ['a text without an end', `<urlset><url><loc>${'a'.repeat(10_000_000)}`],
    ['nothing but errors', `<urlset>${'<a b c>'.repeat(200_000)}`],
    ['nothing but line ends', `x${'\n'.repeat(10_000_000)}`],
  ])('takes linear time for %s', async (_, file) => {
    const { problem, tookMs } = await parse(Buffer.from(file));
    expect(problem).toBeDefined();
    expect(tookMs).toBeLessThan(5000);
  });

  it('yields to other work while it reads a large file in parts', async () => {
    const pages = Array.from({ length: 250_000 }, (_, page) => `https://a.example/some/long/path/of/a/page/${page}`);
    for (const file of [locations(pages), pages.join('\n')]) {
      const read = await parse(gzipSync(file));
      expect(read.pages).toEqual(pages);
      expect(read.largest).toBeLessThan(5000);
      expect(read.otherTurns).toBeGreaterThan(read.batches / 4);
    }
  });
});

/** Parses `file` and counts the turns that other work got meanwhile. */
async function parse(file: Buffer) {
  let otherTurns = 0;
  const other = setInterval(() => {
    otherTurns += 1;
  }, 1);
  const startedAt = performance.now();
  const pages: string[] = [];
  let largest = 0;
  let batches = 0;
  const parser = parseSitemap(unpackSitemap(Readable.from([file])));
  let next = await parser.next();
  for (; !next.done; next = await parser.next()) {
    batches += 1;
    largest = Math.max(largest, next.value.pages.length);
    for (const page of next.value.pages) pages.push(page);
  }
  clearInterval(other);
  return { pages, largest, batches, otherTurns, tookMs: performance.now() - startedAt, problem: next.value?.problem };
}
