import { gunzipSync } from 'node:zlib';
import type { DocumentContent, FormatType, ScrapeSpec } from '@orbweaver/core';
import iconv from 'iconv-lite';
import { captureOf, scrapeSpec } from '../test/scrape-spec';
import type { Capture, Extraction, ExtractionOptions } from './capture';
import { extractPage } from './extract-page';

const document: ExtractionOptions = { wantsDocument: true, wantsOutlinks: true, detectShell: true };

function formats(...types: FormatType[]): Partial<ScrapeSpec> {
  return { formats: types.map((type) => ({ type }) as ScrapeSpec['formats'][number]) };
}

function expectDocument(extraction: Extraction): Extract<Extraction, { kind: 'document' }> & { read: DocumentContent } {
  if (extraction.kind !== 'document') throw new Error(`no document: ${JSON.stringify(extraction)}`);
  const json = gunzipSync(extraction.content);
  expect(extraction.jsonBytes).toBe(json.byteLength);
  return { ...extraction, read: JSON.parse(json.toString()) as DocumentContent };
}

async function extract(body: string | Uint8Array, spec: Partial<ScrapeSpec> = {}, capture: Partial<Capture> = {}) {
  return expectDocument(await extractPage(captureOf(body, capture), scrapeSpec(spec), document));
}

const page =
  '<html lang=en><head><title>T</title></head><body><nav><a href=/n>n</a></nav><h1>Hi</h1><a href="b">x</a></body></html>';

describe('extractPage', () => {
  it('gives the formats that were asked for and no others', async () => {
    const { read } = await extract(page, formats('markdown', 'html', 'rawHtml', 'links', 'images'));
    expect(read).toEqual({
      markdown: '# Hi\n\n[x](https://example.com/b)',
      html: '<!DOCTYPE html><html lang="en"><body><h1>Hi</h1><a href="https://example.com/b">x</a></body></html>',
      rawHtml: page,
      links: ['https://example.com/b'],
      images: [],
    });
    expect((await extract(page, formats())).read).toEqual({});
    expect((await extract(page, formats('links'))).read).toEqual({ links: ['https://example.com/b'] });
  });

  it('says that there is no branding of what no browser has measured', async () => {
    const { read } = await extract(page, formats('branding', 'markdown'));
    expect(read).toEqual({ markdown: expect.any(String), warning: expect.stringMatching(/there is no branding\.$/) });
  });

  describe('attributes', () => {
    const elements =
      '<html><body><nav><a class=more data-id=1 href=/n>n</a></nav><main><a class=more data-id=2 data-href=/d>x</a>' +
      '<a class=more>y</a><img src=p.png><IMG SRC=q.png data-src=r.png></main></body></html>';
    const ask = (...pairs: [string, string][]) => ({
      formats: [
        { type: 'attributes' as const, selectors: pairs.map(([selector, attribute]) => ({ selector, attribute })) },
      ],
    });

    it.each<[string, string, string[]]>([
      ['a.more', 'data-id', ['1', '2']],
      ['main a', 'data-id', ['2']],
      ['a', 'href', ['/n', '/d']],
      ['a', 'ID', ['1', '2']],
      ['img', 'src', ['p.png', 'q.png']],
      ['img, nav a', 'class', ['more']],
      ['video', 'src', []],
    ])('of %s by the name %s are %j', async (selector, attribute, values) => {
      const { read } = await extract(elements, ask([selector, attribute]));
      expect(read).toEqual({ attributes: [{ selector, attribute, values }] });
    });

    it('come for every selector, and name those that cannot be followed', async () => {
      const { read } = await extract(elements, ask(['a[', 'href'], ['main img', 'src']));
      expect(read).toEqual({
        attributes: [
          { selector: 'a[', attribute: 'href', values: [] },
          { selector: 'main img', attribute: 'src', values: ['p.png', 'q.png'] },
        ],
        warning: expect.stringMatching(/^attributes: "a\[" is not a valid CSS selector/),
      });
    });

    it('are no more than a document can bear', async () => {
      const { read } = await extract(`<p title="${'x'.repeat(1_000_000)}">`.repeat(3), {
        formats: [{ type: 'attributes', selectors: Array(5).fill({ selector: 'p', attribute: 'title' }) }],
      });
      expect(read.attributes?.map(({ values }) => values.length)).toEqual([3, 3, 2, 0, 0]);
      expect(read.warning).toContain('too many values');
    });

    it.each(['{"a":1}', '%PDF-1.4'])('of what has no elements are none: %s', async (body) => {
      const { read } = await extract(
        body,
        { ...ask(['a', 'href']), pdf: { parse: false } },
        { headers: { 'content-type': body.startsWith('{') ? 'application/json' : 'application/pdf' } },
      );
      expect(read).toEqual({ attributes: [{ selector: 'a', attribute: 'href', values: [] }] });
    });
  });

  it('gives the outlinks of the whole page, whatever part is shown', async () => {
    expect((await extract(page)).outlinks).toEqual(['https://example.com/n', 'https://example.com/b']);
    const extraction = await extractPage(captureOf(page), scrapeSpec(), { ...document, wantsOutlinks: false });
    expect(expectDocument(extraction).outlinks).toEqual([]);
  });

  it('gives links alone where no document is wanted', async () => {
    const { read, outlinks } = expectDocument(
      await extractPage(captureOf(page), scrapeSpec(), { ...document, wantsDocument: false }),
    );
    expect(read).toEqual({});
    expect(outlinks).toHaveLength(2);
  });

  it('puts what the page says beside what is known of the answer', async () => {
    const { metadata } = await extract(
      page,
      {},
      { status: 404, statusText: 'Nope', sourceUrl: 'Example.com/page?a b' },
    );
    expect(metadata).toEqual({
      title: 'T',
      language: 'en',
      sourceURL: 'Example.com/page?a b',
      url: 'https://example.com/page',
      statusCode: 404,
      error: 'Not Found',
      contentType: 'text/html; charset=utf-8',
      proxyUsed: 'basic',
    });
    expect((await extract(page)).metadata.error).toBeUndefined();
    expect((await extract(page, {}, { status: 799, statusText: 'Odd' })).metadata.error).toBe('Odd');
  });

  it('reads Shift_JIS', async () => {
    const body = iconv.encode('<meta charset=Shift_JIS><h1>日本語</h1>', 'shift_jis');
    const { read } = await extract(body, formats('markdown', 'rawHtml'), { headers: { 'content-type': 'text/html' } });
    expect(read).toEqual({ markdown: '# 日本語', rawHtml: '<meta charset=Shift_JIS><h1>日本語</h1>' });
  });

  it('writes JSON as a fenced block and keeps it whole as raw', async () => {
    const json = '{"a": "`<b>"}';
    const { read, metadata } = await extract(json, formats('markdown', 'rawHtml', 'html', 'links', 'images'), {
      headers: { 'content-type': 'application/vnd.api+json' },
    });
    expect(read).toEqual({
      markdown: `\`\`\`json\n${json}\n\`\`\``,
      rawHtml: json,
      html: '<!DOCTYPE html><html><body><pre>{"a": "`&lt;b&gt;"}</pre></body></html>',
      links: [],
      images: [],
    });
    expect(metadata.contentType).toBe('application/vnd.api+json');
  });

  it.each([
    ['text/plain', ' a *b*\n- c ', 'a *b*\n- c'],
    ['text/markdown', '# a', '# a'],
    ['text/csv', 'a,b\n1,2\n', '```csv\na,b\n1,2\n```'],
    ['application/rss+xml', '<rss><a>b</a></rss>', '```xml\n<rss><a>b</a></rss>\n```'],
    ['text/javascript', 'let a = `x`', '```javascript\nlet a = `x`\n```'],
  ])('writes %s sensibly', async (contentType, body, markdown) => {
    expect((await extract(body, {}, { headers: { 'content-type': contentType } })).read.markdown).toBe(markdown);
  });

  it('finds the JSON that a browser showed', async () => {
    const rendered =
      '<html><head></head><body><pre>{"a": "&lt;b&gt;"}</pre><div class="json-formatter-container"></div></body></html>';
    const capture: Partial<Capture> = { engine: 'browser', headers: { 'content-type': 'application/json' } };
    expect((await extract(rendered, formats('markdown', 'rawHtml'), capture)).read).toEqual({
      markdown: '```json\n{"a": "<b>"}\n```',
      rawHtml: '{"a": "<b>"}',
    });
    expect((await extract('<html><body><h1>Hi</h1></body></html>', {}, capture)).read.markdown).toBe('# Hi');
  });

  it('gives a PDF as base64 where parsing is off', async () => {
    const body = Buffer.from('%PDF-1.7 binary \xff', 'latin1');
    const { read } = await extract(
      body,
      { ...formats('markdown', 'html'), pdf: { parse: false } },
      { headers: { 'content-type': 'application/pdf' } },
    );
    expect(read.markdown).toMatch(/^JVBERi/);
    expect(read.html).toBe(body.toString('base64'));
  });

  it.each<[string, Partial<Capture> & { body: Uint8Array }, string, RegExp]>([
    [
      'an image',
      { body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), headers: { 'content-type': 'image/png' } },
      'unsupported-type',
      /PNG image/,
    ],
    ['an archive under the name of HTML', { body: Buffer.from('PK\x03\x04\0', 'latin1') }, 'unsupported-type', /ZIP/],
    ['an empty answer', { body: Buffer.from('') }, 'conversion-failed', /without any content/],
    [
      'an answer of white space',
      { body: Buffer.from(' \r\n\t'), status: 206 },
      'conversion-failed',
      /without any content/,
    ],
  ])('refuses %s', async (_title, { body, ...capture }, reason, message) => {
    const extraction = await extractPage(captureOf(body, capture), scrapeSpec(), document);
    expect(extraction).toEqual({ kind: 'failed', failure: { reason, message: expect.stringMatching(message) } });
  });

  it('makes a document of an empty answer that is an error', async () => {
    const { read, metadata } = await extract('', {}, { status: 503 });
    expect(read.markdown).toBe('');
    expect(metadata.error).toBe('Service Unavailable');
  });

  it('makes a document of a page that shows nothing', async () => {
    expect((await extract('<html><body></body></html>')).read.markdown).toBe('');
  });

  it('asks for a browser when a fetched page is an empty shell and one is at hand', async () => {
    const shell = '<div id="root"></div><script src="/app.js"></script>';
    const ask = async (capture: Partial<Capture>, detectShell = true) =>
      (await extractPage(captureOf(shell, capture), scrapeSpec(), { ...document, detectShell })).kind;
    expect(await ask({})).toBe('needs-browser');
    expect(await ask({}, false)).toBe('document');
    expect(await ask({ engine: 'browser' })).toBe('document');
    expect(await ask({ status: 404 })).toBe('document');
  });

  it('takes the whole page where its main content gives no markdown', async () => {
    const body = '<header><p>all there is</p></header><main><textarea>not shown</textarea></main>';
    const { read } = await extract(body, formats('markdown', 'html'));
    expect(read.markdown).toBe('all there is');
    expect(read.html).toContain('<header>');
  });

  it('asks for a browser when all of a page is in frames', async () => {
    const body = '<frameset><frame src=/a><noframes>Get another browser.</noframes></frameset>';
    expect((await extractPage(captureOf(body), scrapeSpec(), document)).kind).toBe('needs-browser');
  });

  it('gives metadata alone where no format is wanted, and minds neither order nor repetition', async () => {
    const none = await extract(page, formats());
    expect(none.read).toEqual({});
    expect(none.metadata.title).toBe('T');
    const twice = await extract(page, formats('links', 'markdown', 'links', 'markdown'));
    expect(twice.read).toEqual((await extract(page, formats('markdown', 'links'))).read);
  });

  it('takes inlined images out of markdown and html, and out of nothing else', async () => {
    const pixel = 'data:image/png;base64,AAAA';
    const body = `<p><img alt=x src="${pixel}"></p>`;
    const wanted = formats('markdown', 'html', 'rawHtml', 'images');
    expect((await extract(body, wanted)).read).toEqual({
      markdown: '![x](<Base64-Image-Removed>)',
      html: '<!DOCTYPE html><html><body><p><img alt="x" src="<Base64-Image-Removed>"></p></body></html>',
      rawHtml: body,
      images: [pixel],
    });
    const { read } = await extract(body, { ...wanted, removeBase64Images: false });
    expect(read.markdown).toBe(`![x](${pixel})`);
    expect(read.html).toContain(`src="${pixel}"`);
  });

  it('shows frames as a browser would: what lies in the page, and the way to the rest', async () => {
    const body =
      '<p>a</p><iframe srcdoc="<p>b <a href=/c>c</a></p>"></iframe><iframe src=/d title="A video"></iframe><iframe src=/e width=0 height=0></iframe>';
    const { read, outlinks } = await extract(body, formats('markdown', 'links'));
    expect(read.markdown).toBe('a\n\nb [c](https://example.com/c)\n\n[A video](https://example.com/d)');
    expect(read.links).toEqual(['https://example.com/c']);
    expect(outlinks).toEqual(['https://example.com/c']);
    expect((await extract(body, { includeTags: ['iframe'] })).read.markdown).not.toMatch(/^a/);
  });

  it('says so when a page has more links than are taken', async () => {
    const links = Array.from({ length: 100_001 }, (_, index) => `<a href=/${index}></a>`).join('');
    const { read, outlinks } = await extract(links, formats('links'));
    expect(read.links).toHaveLength(100_000);
    expect(outlinks).toHaveLength(100_000);
    expect(read.warning).toBe('The page has too many links; some were left out.');
  });

  it('joins the warnings of the capture and its own', async () => {
    const { read } = await extract(page, { includeTags: ['p['] }, { warnings: ['First.', 'Second.'] });
    expect(read.warning).toMatch(/^First\. Second\. includeTags: "p\["/);
    expect((await extract(page)).read.warning).toBeUndefined();
  });

  it('passes on what the browser took along', async () => {
    const actions = { screenshots: ['data:image/png;base64,A'], scrapes: [], javascriptReturns: [], pdfs: [] };
    const capture: Partial<Capture> = { engine: 'browser', screenshot: 'data:image/png;base64,B', actions };
    const screenshot: Partial<ScrapeSpec> = { formats: [{ type: 'screenshot', fullPage: false }] };
    expect((await extract(page, screenshot, capture)).read).toEqual({ screenshot: 'data:image/png;base64,B', actions });
    expect((await extract(page, formats('links'), capture)).read.screenshot).toBeUndefined();
  });

  it('refuses a document that would be too large', async () => {
    const extraction = await extractPage(
      captureOf(`<p>${'x'.repeat(17 * 1024 * 1024)}`),
      scrapeSpec(formats('html', 'rawHtml')),
      document,
    );
    expect(extraction).toMatchObject({ kind: 'failed', failure: { reason: 'too-large' } });
  });
});
