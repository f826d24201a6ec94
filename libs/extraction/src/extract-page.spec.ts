import type { ScrapeSpec } from '@orbweaver/core';
import iconv from 'iconv-lite';
import { expectDocument, extractDocument, fetched, formats } from '../test/extract-document';
import { captureOf, scrapeSpec } from '../test/scrape-spec';
import type { Capture } from './capture';
import { extractPage } from './extract-page';

const page =
  '<html lang=en><head><title>T</title></head><body><nav><a href=/n>n</a></nav><h1>Hi</h1><a href="b">x</a></body></html>';

describe('extractPage', () => {
  it('returns only the requested formats', async () => {
    const { content } = await extractDocument(page, formats('markdown', 'html', 'rawHtml', 'links', 'images'));
    expect(content).toEqual({
      markdown: '# Hi\n\n[x](https://example.com/b)',
      html: '<!DOCTYPE html><html lang="en"><body><h1>Hi</h1><a href="https://example.com/b">x</a></body></html>',
      rawHtml: page,
      links: ['https://example.com/b'],
      images: [],
    });
    expect((await extractDocument(page, formats())).content).toEqual({});
    expect((await extractDocument(page, formats('links'))).content).toEqual({ links: ['https://example.com/b'] });
  });

  it('removes heading links with the absolute URL of the page', async () => {
    const html = '<h1 id=a><a href="#a">A</a></h1><p>x</p><h2 id=b><a href="/other#b">B</a></h2><p>y</p>';
    const { content } = await extractDocument(html, formats('markdown'));
    expect(content.markdown).toBe('# A\n\nx\n\n## [B](https://example.com/other#b)\n\ny');
  });

  it('removes skip links from the markdown of a whole page', async () => {
    const html = '<a href=#m>Skip to content</a><a href=https://b.example/#m>Skip to content</a><h1 id=m>Hi</h1>';
    const { content } = await extractDocument(html, { ...formats('markdown'), onlyMainContent: false });
    expect(content.markdown).toBe('[Skip to content](https://b.example/#m)\n\n# Hi');
  });

  it('decodes addresses that Cloudflare protects', async () => {
    // The first byte is what all others are combined with.
    const code = '00616e6e406578616d706c652e636f6d';
    const href = '/cdn-cgi/l/email-protection';
    const html = `<p>Ask <a href="${href}" data-cfemail="${code}">[email&#160;protected]</a> or <a href="${href}#${code}">us</a>.`;
    const { content, outlinks } = await extractDocument(html, formats('markdown', 'links'));
    expect(content).toEqual({
      markdown: 'Ask ann@example.com or [us](mailto:ann@example.com).',
      links: ['mailto:ann@example.com'],
    });
    expect(outlinks).toEqual([]);
  });

  it.each([
    [true, '# All about lamps and what they cost'],
    [false, '# All about lamps and what they cost\n\nWe value your privacy'],
  ])('keeps dialogs of a whole page unless blockAds is set: %s', async (blockAds, markdown) => {
    const html =
      '<h1>All about lamps and what they cost</h1><div role=dialog id=cookie-banner><p>We value your privacy</div>';
    const { content } = await extractDocument(html, { ...formats('markdown'), onlyMainContent: false, blockAds });
    expect(content.markdown).toBe(markdown);
  });

  it('removes hidden elements from the main content unless includeTags names them', async () => {
    const html = `<main><p id=stock hidden>Sold out</p><h1>An oak chair</h1>${'<p>It is made of oak, by hand.</p>'.repeat(20)}</main>`;
    const { content } = await extractDocument(html, formats('markdown'));
    expect(content.markdown).toMatch(/^# An oak chair/);
    const named = await extractDocument(html, { ...formats('markdown'), includeTags: ['#stock', 'h1'] });
    expect(named.content.markdown).toBe('Sold out\n\n# An oak chair');
  });

  it('warns if branding is requested without a browser', async () => {
    const { content } = await extractDocument(page, formats('branding', 'markdown'));
    expect(content).toEqual({
      markdown: expect.any(String),
      warning: expect.stringMatching(/there is no branding\.$/),
    });
  });

  it('returns the outlinks of the whole page for any selection', async () => {
    expect((await extractDocument(page)).outlinks).toEqual(['https://example.com/n', 'https://example.com/b']);
    const extraction = await extractPage(captureOf(page), scrapeSpec(), { ...fetched, wantsOutlinks: false });
    expect(expectDocument(extraction).outlinks).toEqual([]);
  });

  it('returns only outlinks if no document is wanted', async () => {
    const { content, outlinks } = expectDocument(
      await extractPage(captureOf(page), scrapeSpec(), { ...fetched, wantsDocument: false }),
    );
    expect(content).toEqual({});
    expect(outlinks).toHaveLength(2);
  });

  it('merges the metadata of the page and the response', async () => {
    const { metadata } = await extractDocument(
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
    expect((await extractDocument(page)).metadata.error).toBeUndefined();
    expect((await extractDocument(page, {}, { status: 799, statusText: 'Odd' })).metadata.error).toBe('Odd');
  });

  it('reads Shift_JIS', async () => {
    const body = iconv.encode('<meta charset=Shift_JIS><h1>日本語</h1>', 'shift_jis');
    const { content } = await extractDocument(body, formats('markdown', 'rawHtml'), {
      headers: { 'content-type': 'text/html' },
    });
    expect(content).toEqual({ markdown: '# 日本語', rawHtml: '<meta charset=Shift_JIS><h1>日本語</h1>' });
  });

  it('writes JSON as a code block and keeps it in rawHtml', async () => {
    const json = '{"a": "`<b>"}';
    const { content, metadata } = await extractDocument(
      json,
      formats('markdown', 'rawHtml', 'html', 'links', 'images'),
      {
        headers: { 'content-type': 'application/vnd.api+json' },
      },
    );
    expect(content).toEqual({
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
  ])('writes the content type %s as markdown', async (contentType, body, markdown) => {
    expect((await extractDocument(body, {}, { headers: { 'content-type': contentType } })).content.markdown).toBe(
      markdown,
    );
  });

  it('reads JSON from a browser viewer', async () => {
    const rendered =
      '<html><head></head><body><pre>{"a": "&lt;b&gt;"}</pre><div class="json-formatter-container"></div></body></html>';
    const capture: Partial<Capture> = { engine: 'browser', headers: { 'content-type': 'application/json' } };
    expect((await extractDocument(rendered, formats('markdown', 'rawHtml'), capture)).content).toEqual({
      markdown: '```json\n{"a": "<b>"}\n```',
      rawHtml: '{"a": "<b>"}',
    });
    expect((await extractDocument('<html><body><h1>Hi</h1></body></html>', {}, capture)).content.markdown).toBe('# Hi');
  });

  it('returns a PDF as base64 if parsing is off', async () => {
    const body = Buffer.from('%PDF-1.7 binary \xff', 'latin1');
    const { content } = await extractDocument(
      body,
      { ...formats('markdown', 'html'), pdf: { parse: false } },
      { headers: { 'content-type': 'application/pdf' } },
    );
    expect(content.markdown).toMatch(/^JVBERi/);
    expect(content.html).toBe(body.toString('base64'));
  });

  it.each<[string, Partial<Capture> & { body: Uint8Array }, string, RegExp]>([
    [
      'an image',
      { body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), headers: { 'content-type': 'image/png' } },
      'unsupported-type',
      /PNG image/,
    ],
    ['an archive under the name of HTML', { body: Buffer.from('PK\x03\x04\0', 'latin1') }, 'unsupported-type', /ZIP/],
    ['an empty answer', { body: Buffer.from('') }, 'conversion-failed', /no content/],
    ['an answer of white space', { body: Buffer.from(' \r\n\t'), status: 206 }, 'conversion-failed', /no content/],
  ])('rejects %s', async (_title, { body, ...capture }, reason, message) => {
    const extraction = await extractPage(captureOf(body, capture), scrapeSpec(), fetched);
    expect(extraction).toEqual({ kind: 'failed', failure: { reason, message: expect.stringMatching(message) } });
  });

  it('returns a document for an empty error response', async () => {
    const { content, metadata } = await extractDocument('', {}, { status: 503 });
    expect(content.markdown).toBe('');
    expect(metadata.error).toBe('Service Unavailable');
  });

  it('returns a document for a page without content', async () => {
    expect((await extractDocument('<html><body></body></html>')).content.markdown).toBe('');
  });

  it('requests a browser for an empty shell', async () => {
    const shell = '<div id="root"></div><script src="/app.js"></script>';
    const ask = async (capture: Partial<Capture>, detectShell = true) =>
      (await extractPage(captureOf(shell, capture), scrapeSpec(), { ...fetched, detectShell })).kind;
    expect(await ask({})).toBe('needs-browser');
    expect(await ask({}, false)).toBe('document');
    expect(await ask({ engine: 'browser' })).toBe('document');
    expect(await ask({ status: 404 })).toBe('document');
  });

  it('returns the whole page if the main content is empty', async () => {
    const body = '<header><p>all there is</p></header><main><textarea>not shown</textarea></main>';
    const { content } = await extractDocument(body, formats('markdown', 'html'));
    expect(content.markdown).toBe('all there is');
    expect(content.html).toContain('<header>');
  });

  it('requests a browser for a frameset', async () => {
    const body = '<frameset><frame src=/a><noframes>Get another browser.</noframes></frameset>';
    expect((await extractPage(captureOf(body), scrapeSpec(), fetched)).kind).toBe('needs-browser');
  });

  it('returns only metadata without formats', async () => {
    const none = await extractDocument(page, formats());
    expect(none.content).toEqual({});
    expect(none.metadata.title).toBe('T');
    const twice = await extractDocument(page, formats('links', 'markdown', 'links', 'markdown'));
    expect(twice.content).toEqual((await extractDocument(page, formats('markdown', 'links'))).content);
  });

  it('removes inlined images from markdown and html only', async () => {
    const pixel = 'data:image/png;base64,AAAA';
    const body = `<p><img alt=x src="${pixel}"></p>`;
    const wanted = formats('markdown', 'html', 'rawHtml', 'images');
    expect((await extractDocument(body, wanted)).content).toEqual({
      markdown: '![x](<Base64-Image-Removed>)',
      html: '<!DOCTYPE html><html><body><p><img alt="x" src="<Base64-Image-Removed>"></p></body></html>',
      rawHtml: body,
      images: [pixel],
    });
    const { content } = await extractDocument(body, { ...wanted, removeBase64Images: false });
    expect(content.markdown).toBe(`![x](${pixel})`);
    expect(content.html).toContain(`src="${pixel}"`);
  });

  it('writes frames as their content or a link', async () => {
    const body =
      '<p>a</p><iframe srcdoc="<p>b <a href=/c>c</a></p>"></iframe><iframe src=https://video.example/d title="A video"></iframe><iframe src=/e width=0 height=0></iframe>';
    const { content, outlinks } = await extractDocument(body, formats('markdown', 'links'));
    expect(content.markdown).toBe('a\n\nb [c](https://example.com/c)\n\n[A video](https://video.example/d)');
    expect(content.links).toEqual(['https://example.com/c']);
    expect(outlinks).toEqual(['https://example.com/c']);
    expect((await extractDocument(body, { includeTags: ['iframe'] })).content.markdown).not.toMatch(/^a/);
  });

  it('warns if a page has too many links', async () => {
    const links = Array.from({ length: 100_001 }, (_, index) => `<a href=/${index}></a>`).join('');
    const { content, outlinks } = await extractDocument(links, formats('links'));
    expect(content.links).toHaveLength(100_000);
    expect(outlinks).toHaveLength(100_000);
    expect(content.warning).toBe('The page has too many links; some were left out.');
  });

  it('merges the warnings of the capture', async () => {
    const { content } = await extractDocument(page, { includeTags: ['p['] }, { warnings: ['First.', 'Second.'] });
    expect(content.warning).toMatch(/^First\. Second\. includeTags: "p\["/);
    expect((await extractDocument(page)).content.warning).toBeUndefined();
  });

  it('returns screenshots and action results of the browser', async () => {
    const actions = { screenshots: ['data:image/png;base64,A'], scrapes: [], javascriptReturns: [], pdfs: [] };
    const capture: Partial<Capture> = { engine: 'browser', screenshot: 'data:image/png;base64,B', actions };
    const screenshot: Partial<ScrapeSpec> = { formats: [{ type: 'screenshot', fullPage: false }] };
    expect((await extractDocument(page, screenshot, capture)).content).toEqual({
      screenshot: 'data:image/png;base64,B',
      actions,
    });
    expect((await extractDocument(page, formats('links'), capture)).content.screenshot).toBeUndefined();
  });

  it('rejects a document that is too large', async () => {
    const extraction = await extractPage(
      captureOf(`<p>${'x'.repeat(17 * 1024 * 1024)}`),
      scrapeSpec(formats('html', 'rawHtml')),
      fetched,
    );
    expect(extraction).toMatchObject({ kind: 'failed', failure: { reason: 'too-large' } });
  });
});
