import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CachedCapture, PageDocument, RenderPage } from '@orbweaver/contracts';
import { ExtractionPool, packBody, unpackBody } from '@orbweaver/extraction';
import { scrapeSpec } from '@orbweaver/testing';
import { SHELL } from '../../test/empty-shell';
import { crawlPart, renderMessage } from '../../test/render-message';
import { rendererHarness, startRenderer } from '../../test/renderer-harness';

const harness = rendererHarness();
const { serve } = harness;

beforeEach(() => {
  harness.site.requests.length = 0;
});

async function render(message: RenderPage) {
  const found = (await harness.render(message)).find((sent) => sent.document !== undefined);
  const { document, content } = found!;
  const metadata = document!.result.kind === 'done' ? document!.result.metadata : undefined;
  return { document: document!, content, metadata };
}

const wanted = (url: string, changes: Partial<RenderPage> = {}) =>
  renderMessage(url, { cache: { state: 'miss' }, keepCapture: true, ...changes });

/** The request for the page with its cache entry, as publishers send it. */
function asHit(
  url: string,
  { capture, captureBody, captureScreenshot }: PageDocument,
  changes: Partial<RenderPage> = {},
) {
  const cache = { state: 'hit' as const, capturedAt: Date.parse('2030-01-01T00:00:00Z'), capture: capture! };
  return renderMessage(url, { cache, captureBody, captureScreenshot, ...changes });
}

const PAGE = '<title>T</title><h1>Plain</h1><p>words</p><a href="/next">next</a>';

describe('page cache', () => {
  it('sends the capture with extraction headers and without visitor data', async () => {
    const url = serve('/visited', (_, response) => {
      response.setHeader('set-cookie', 'visitor=7');
      response.setHeader('x-trace', 'abc');
      response.setHeader('content-type', 'text/html; charset=windows-1252');
      response.end(Buffer.from('<title>T</title><p>für alle</p>', 'latin1'));
    });
    const extract = jest.spyOn(ExtractionPool.prototype, 'extract');
    let extractedFrom = Number.POSITIVE_INFINITY;
    extract.mockImplementationOnce(function (this: ExtractionPool, ...given) {
      extractedFrom = Date.now();
      extract.mockRestore();
      return this.extract(...given);
    });
    const { document, metadata } = await render(wanted(url));
    expect(document.capture!.capturedAt).toBeLessThanOrEqual(extractedFrom);
    expect(metadata).toMatchObject({ cacheState: 'miss' });
    expect(document.capture).toEqual({
      url,
      status: 200,
      statusText: 'OK',
      headers: { 'content-type': 'text/html; charset=windows-1252' },
      engine: 'http',
      isPdf: false,
      // A cookie was set.
      isPublic: false,
      capturedAt: expect.any(Number),
    });
    expect((await unpackBody(document.captureBody!, 1000)).toString('latin1')).toBe('<title>T</title><p>für alle</p>');
    expect((await render(asHit(url, document))).content).toEqual({ markdown: 'für alle' });
  });

  it('makes all formats of a cached page without a request to the site', async () => {
    const url = serve('/plain', PAGE);
    const { document } = await render(wanted(url));
    const formats = [{ type: 'markdown' }, { type: 'rawHtml' }, { type: 'links' }] as const;
    const spec = scrapeSpec({ formats: [...formats] });
    const live = await render(renderMessage(url, { spec }));
    harness.site.requests.length = 0;
    const kept = await render(asHit(url, document, { spec, keepCapture: true, sourceUrl: 'as written' }));
    expect(harness.site.requests).toEqual([]);
    expect(kept.content).toEqual(live.content);
    expect(kept.metadata).toEqual({
      ...live.metadata,
      sourceURL: 'as written',
      cacheState: 'hit',
      cachedAt: '2030-01-01T00:00:00.000Z',
    });
    // Reading does not change the age of an entry.
    expect(kept.document.capture).toBeUndefined();
    expect(live.metadata).not.toHaveProperty('cacheState');
    expect(live.document.capture).toBeUndefined();
  });

  it.each<[said: Record<string, string>, isPublic: boolean]>([
    [{}, true],
    [{ 'cache-control': 'public, max-age=60' }, true],
    [{ 'cache-control': 'no-cache, max-age=0' }, true],
    [{ 'cache-control': 'private' }, false],
    [{ 'cache-control': 'max-age=0, Private="x-user"' }, false],
    [{ 'cache-control': 'no-cache,no-store, must-revalidate' }, false],
    [{ vary: 'Accept-Encoding, User-Agent' }, true],
    [{ vary: 'Accept-Encoding, Cookie' }, false],
    [{ vary: 'authorization' }, false],
    [{ vary: '*' }, false],
    [{ 'set-cookie': 'session=1' }, false],
  ])('marks a page with %j as public: %p', async (said, isPublic) => {
    const url = serve('/said', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...said }).end(PAGE),
    );
    expect((await render(wanted(url))).document.capture).toMatchObject({ isPublic });
  });

  it.each([
    ['http', PAGE],
    ['browser', SHELL],
  ])('does not mark a page as public after a redirect that set a cookie, by %s', async (engine, text) => {
    const target = serve(`/landed-${engine}`, (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(text),
    );
    const hop = (path: string, said: Record<string, string>) =>
      serve(path, (_, response) => response.writeHead(302, { location: target, ...said }).end());
    const withCookie = await render(wanted(hop(`/set-${engine}`, { 'set-cookie': 'session=1; Path=/' })));
    expect(withCookie.document.capture).toMatchObject({ engine, url: target, isPublic: false });
    const without = await render(wanted(hop(`/plain-${engine}`, {})));
    expect(without.document.capture).toMatchObject({ engine, url: target, isPublic: true });
  });

  it('does not mark a page as public when the browser received a cookie', async () => {
    const url = serve('/shell-of-a-visitor', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'session=1' }).end(SHELL),
    );
    const { document } = await render(wanted(url));
    expect(document.capture).toMatchObject({ engine: 'browser', isPublic: false });
  });

  it('extracts a cached page once per specification', async () => {
    const url = serve('/plain', PAGE);
    const spec = scrapeSpec({ maxAgeMs: 0 });
    const { document, content, metadata } = await render(wanted(url, { spec, cache: undefined }));
    const extract = jest.spyOn(ExtractionPool.prototype, 'extract');
    const ask = async (changes: Partial<RenderPage> = {}, id: string | undefined = 'a') => {
      const message = asHit(url, document, changes);
      if (message.cache?.state === 'hit' && id !== '') message.cache.id = id;
      return await render(message);
    };
    const captured = (changes: Partial<CachedCapture>): Partial<RenderPage> => ({
      cache: { state: 'hit', capturedAt: 0, capture: { ...document.capture!, ...changes } },
    });
    const hit = await ask();
    expect(hit.content).toEqual(content);
    expect(hit.metadata).toEqual({ ...metadata, cacheState: 'hit', cachedAt: '2030-01-01T00:00:00.000Z' });
    expect(hit.document.capture).toBeUndefined();
    // A second capture was equal.
    await ask(captured({ capturedAt: 7 }), 'b');
    expect(extract).toHaveBeenCalledTimes(0);
    const others: Partial<RenderPage>[] = [
      captured({ headers: { 'content-type': 'text/plain' } }),
      captured({ status: 404 }),
      captured({ url: `${url}?moved` }),
      captured({ charset: 'utf-16le' }),
      { url: `${url}#other` },
      { captureScreenshot: Buffer.from('another') },
      { sourceUrl: 'as written' },
      { spec: scrapeSpec({ onlyMainContent: false }) },
      { captureBody: packBody(Buffer.from('<p>changed</p>')) },
      crawlPart(),
    ];
    for (const [index, changes] of others.entries()) {
      const first = await ask(changes);
      expect((await ask(changes)).content).toEqual(first.content);
      expect(extract).toHaveBeenCalledTimes(index + 1);
    }
    await ask({}, '');
    await ask({}, '');
    expect(extract).toHaveBeenCalledTimes(others.length + 2);
    extract.mockRestore();
  });

  it('does not cache a page without the headers that extraction reads', async () => {
    const type = `text/plain; of=${'a'.repeat(17 * 1024)}`;
    const url = serve('/endless-type', (_, response) => response.writeHead(200, { 'content-type': type }).end('<p>a'));
    const { document } = await render(wanted(url));
    expect(document.result.kind).toBe('done');
    expect(document.capture).toBeUndefined();
  });

  it('does not remember documents of fetched pages of jobs', async () => {
    const url = serve('/of-a-job', '<p>of a job</p>');
    const { document } = await render(wanted(url, { kind: 'batch' }));
    const extract = jest.spyOn(ExtractionPool.prototype, 'extract');
    const message = asHit(url, document);
    if (message.cache?.state === 'hit') message.cache.id = 'a';
    await render(message);
    expect(extract).toHaveBeenCalledTimes(1);
    extract.mockRestore();
  });

  it('caches the rendered page with its screenshot', async () => {
    const url = serve('/shell', SHELL);
    const spec = scrapeSpec({ formats: [{ type: 'markdown' }, { type: 'screenshot', fullPage: false }] });
    const { document, content, metadata } = await render(wanted(url, { spec }));
    expect(document.capture).toMatchObject({ engine: 'browser', charset: 'utf-8' });
    expect(Buffer.from(document.captureScreenshot!).subarray(1, 4).toString()).toBe('PNG');
    harness.site.requests.length = 0;
    const kept = await render(asHit(url, document, { spec }));
    expect(kept.content).toEqual(content);
    expect(kept.metadata).toMatchObject({ timezone: metadata!.timezone, proxyUsed: 'basic' });
    expect(harness.site.requests).toEqual([]);
  });

  it('returns the outlinks of a cached page to a crawl', async () => {
    const url = serve('/plain', PAGE);
    const moved = serve('/moved', (_, response) => response.writeHead(302, { location: '/plain' }).end());
    const outcomesOf = async (message: RenderPage) =>
      (await harness.render(message)).flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
    const { document } = await render(wanted(url));
    const { document: redirected } = await render(wanted(moved));
    harness.site.requests.length = 0;
    expect(await outcomesOf(asHit(url, document, crawlPart()))).toMatchObject([
      { outcome: { kind: 'done', statusCode: 200 }, finalUrl: url, outlinks: [`${harness.site.origin}/next`] },
    ]);
    expect(await outcomesOf(asHit(moved, redirected, crawlPart()))).toMatchObject([
      { outcome: { kind: 'redirected', finalUrl: url } },
    ]);
    expect(harness.site.requests).toEqual([]);
  });

  it('reads entries of earlier releases', async () => {
    const url = serve('/plain', PAGE);
    const { document } = await render(wanted(url));
    harness.site.requests.length = 0;
    const { content } = await render(asHit(url, document, { captureBody: gzipSync('<p>as it was</p>') }));
    expect(content).toEqual({ markdown: 'as it was' });
    expect(harness.site.requests).toEqual([]);
  });

  it('fetches the page when its entry is unreadable', async () => {
    const url = serve('/plain', PAGE);
    const { document } = await render(wanted(url));
    const tooLarge = Buffer.alloc(17 * 1024 * 1024);
    const broken = [randomBytes(50), packBody(tooLarge), gzipSync(tooLarge)];
    for (const captureBody of broken) {
      harness.site.requests.length = 0;
      const { metadata } = await render(asHit(url, document, { captureBody }));
      expect(metadata).toMatchObject({ cacheState: 'miss' });
      expect(metadata).not.toHaveProperty('cachedAt');
      expect(harness.site.requests).toHaveLength(1);
    }
  });

  it('does not serve a cached page of a closed host', async () => {
    const url = serve('/plain', PAGE);
    const { document } = await render(wanted(url));
    const closing = startRenderer({ EGRESS_DENY: '127.0.0.1' });
    try {
      await closing.renderer.intake.take(asHit(url, document));
      await closing.renderer.intake.whenEmpty();
      expect(closing.published).toMatchObject([
        { message: { result: { kind: 'failed', failure: { reason: 'egress-denied' } } } },
      ]);
    } finally {
      await closing.stop();
    }
  });

  it('caches warnings of the route except those about stealth', async () => {
    const url = serve('/plain', PAGE);
    const spec = scrapeSpec({ location: { country: 'DE', languages: [] }, proxy: 'stealth' });
    const { document, content } = await render(wanted(url, { spec }));
    expect(content?.warning).toMatch(/No stealth proxy.*No proxy in DE/);
    expect(document.capture?.warnings).toEqual([expect.stringMatching(/^No proxy in DE/)]);
    expect((await render(asHit(url, document))).content?.warning).toMatch(/^No proxy in DE/);
  });

  const answers: [title: string, status: number, body: string | Buffer, changes: Partial<RenderPage>, kept: string][] =
    [
      ['a page', 200, PAGE, {}, 'kept'],
      ['the lasting word that there is none', 404, PAGE, {}, 'kept'],
      ['a failure', 500, PAGE, {}, 'counted'],
      ['a refusal', 403, PAGE, {}, 'counted'],
      ['a guard’s page', 200, '<title>Just a moment...</title><p>checking</p>', {}, 'counted'],
      ['a text that is too large', 200, 'a '.repeat(8_500_000), {}, 'nothing'],
      [
        'a PDF that is wanted as a file',
        200,
        '%PDF-1.4 file',
        { spec: scrapeSpec({ pdf: { parse: false } }) },
        'nothing',
      ],
      ['a page that is not wanted', 200, PAGE, { keepCapture: undefined }, 'nothing'],
    ];
  it.each(answers)('caches %s (status %d) as specified', async (_, status, body, changes, expected) => {
    const type = /^%PDF/.test(String(body)) ? 'application/pdf' : /^</.test(String(body)) ? 'text/html' : 'text/plain';
    const url = serve('/any', (__, response) => response.writeHead(status, { 'content-type': type }).end(body));
    const { document } = await render(wanted(url, changes));
    expect(document.result.kind).toBe('done');
    const { capture, captureBody } = document;
    expect(capture === undefined ? 'nothing' : captureBody === undefined ? 'counted' : 'kept').toBe(expected);
  });
});
