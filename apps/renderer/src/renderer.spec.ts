import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { PageDocument, PageOutcome, type RenderPage } from '@orbweaver/contracts';
import type { DocumentContent } from '@orbweaver/core';
import { runEphemeral } from '@orbweaver/messaging';
import { scrapeSpec } from '@orbweaver/testing';
import { SHELL } from '../test/empty-shell';
import { type PageServer, startPageServer } from '../test/page-server';
import { crawlPart, renderMessage } from '../test/render-message';
import { startRenderer } from '../test/renderer-harness';
import { needsBrowser } from './page/attempt';
import { unsupportedOptions } from './page/unsupported-options';

// The extraction threads run the built worker of libs/extraction.
jest.setTimeout(60_000);

let site: PageServer;
let renderer: ReturnType<typeof startRenderer>;

beforeAll(async () => {
  site = await startPageServer();
  renderer = startRenderer();
});

afterAll(async () => {
  await renderer.stop();
  await site.close();
});

/** Everything that is published for the page. */
async function render(message: RenderPage) {
  renderer.published.length = 0;
  await renderer.renderer.intake.take(message);
  await renderer.renderer.intake.whenEmpty();
  return renderer.published.map(({ topic, key, message: sent }) => {
    if (topic === 'pageOutcomes') return { topic, key, outcome: PageOutcome.parse(sent) };
    const document = PageDocument.parse(sent);
    const content = document.content && (JSON.parse(gunzipSync(document.content).toString()) as DocumentContent);
    return { topic, key, document, content };
  });
}

describe('a page', () => {
  it('of a scrape gives its document to those who wait, and nothing to the frontier', async () => {
    const message = renderMessage(site.serve('/plain', '<title>T</title><h1>Plain</h1><p>words</p>'));
    const [sent, ...rest] = await render(message);
    expect(rest).toEqual([]);
    expect(sent).toMatchObject({
      topic: 'documentsInteractive',
      key: message.pageId,
      document: {
        pageId: message.pageId,
        epoch: 1,
        result: { kind: 'done', engine: 'http', metadata: { statusCode: 200, title: 'T' } },
      },
      content: { markdown: expect.stringContaining('# Plain') },
    });
  });

  it('of a crawl gives its document first, and then its outcome with the links', async () => {
    const url = site.serve('/links', '<p>words</p><a href="/a">a</a><a href="/b">b</a>');
    const message = renderMessage(url, { ...crawlPart(), epoch: 7 });
    expect(await render(message)).toMatchObject([
      { topic: 'documentsBulk', key: message.pageId, document: { epoch: 7, result: { kind: 'done' } } },
      {
        topic: 'pageOutcomes',
        key: message.jobId,
        outcome: {
          epoch: 7,
          outcome: { kind: 'done', statusCode: 200 },
          finalUrl: url,
          outlinks: [`${site.origin}/a`, `${site.origin}/b`],
        },
      },
    ]);
  });

  it('that is visited for its links only gives no document', async () => {
    const url = site.serve('/links', '<a href="/a">a</a>');
    expect(await render(renderMessage(url, crawlPart({ wantsDocument: false })))).toMatchObject([
      { topic: 'pageOutcomes', outcome: { outcome: { kind: 'done' }, outlinks: [`${site.origin}/a`] } },
    ]);
  });

  it('that is an empty shell is filled by a browser', async () => {
    const url = site.serve('/app', SHELL);
    const [document, outcome] = await render(renderMessage(url, crawlPart()));
    expect(document).toMatchObject({
      document: { result: { engine: 'browser' } },
      content: { markdown: expect.stringContaining('only a script has written') },
    });
    expect(outcome).toMatchObject({ outcome: { outlinks: [`${site.origin}/next`] } });
  });

  it('that leads on by a refresh is the page it leads to', async () => {
    const arrived = site.serve('/arrived', '<p>arrived</p>');
    const url = site.serve('/leading', '<p>one moment</p><meta http-equiv=refresh content="0; url=/arrived">');
    const [scraped] = await render(renderMessage(url));
    expect(scraped).toMatchObject({
      document: { result: { engine: 'browser', metadata: { url: arrived, sourceURL: url } } },
      content: { markdown: 'arrived' },
    });
    const crawled = await render(renderMessage(url, crawlPart()));
    expect(crawled).toMatchObject([{ outcome: { finalUrl: arrived, outcome: { kind: 'redirected' } } }]);
  });

  it.each([
    ['waitFor', { waitForMs: 100 }],
    ['a screenshot', { formats: [{ type: 'screenshot' as const, fullPage: false }] }],
    ['mobile', { mobile: true }],
    ['actions', { actions: [{ type: 'scrape' as const }] }],
    ['what a frame holds', { includeTags: ['p', 'main > iframe[src]'] }],
  ])('goes to the browser at once for %s', async (_, spec) => {
    const url = site.serve('/plain', '<p>words</p>');
    const before = site.requests.filter((request) => request.url === '/plain').length;
    const [sent] = await render(renderMessage(url, { spec: scrapeSpec(spec) }));
    expect(sent).toMatchObject({ document: { result: { kind: 'done', engine: 'browser' } } });
    expect(site.requests.filter((request) => request.url === '/plain')).toHaveLength(before + 1);
  });

  it('with actions gives their results beside the formats', async () => {
    const url = site.serve('/act', '<p id=a>before</p><button onclick="a.textContent=\'after\'">b</button>');
    const actions = [
      { type: 'click' as const, selector: 'button', all: false },
      { type: 'executeJavascript' as const, script: '6 * 7' },
    ];
    const [sent] = await render(
      renderMessage(url, {
        spec: scrapeSpec({ actions, formats: [{ type: 'markdown' }, { type: 'screenshot', fullPage: true }] }),
      }),
    );
    expect(sent!.content).toMatchObject({
      markdown: expect.stringContaining('after'),
      screenshot: expect.stringMatching(/^data:image\/png;base64,/),
      actions: { screenshots: [], scrapes: [], javascriptReturns: [{ type: 'number', value: 42 }], pdfs: [] },
    });
  });

  it.each([
    [
      'a crawl is reported with the page it became',
      crawlPart(),
      { outcome: { outcome: { kind: 'redirected', finalUrl: expect.stringMatching(/\/new$/) } } },
    ],
    [
      'a batch is taken as it is',
      { kind: 'batch' as const, jobId: randomUUID() },
      { document: { result: { kind: 'done' } } },
    ],
  ])('that is redirected in %s', async (_, part, expected) => {
    site.serve('/new', '<p>new</p>');
    const url = site.serve('/old', (__, response) => response.writeHead(301, { location: '/new' }).end());
    expect((await render(renderMessage(url, part)))[0]).toMatchObject(expected);
  });

  it('that is redirected to what the crawl takes for the same page is that page', async () => {
    site.serve('/same/', '<p>same</p>');
    const url = site.serve('/same', (_, response) => response.writeHead(301, { location: '/same/' }).end());
    expect(await render(renderMessage(url, crawlPart()))).toMatchObject([
      { topic: 'documentsBulk' },
      { outcome: { outcome: { kind: 'done' } } },
    ]);
  });

  it.each<[string, number, Record<string, string>, Partial<RenderPage>, object]>([
    [
      '429 with a time',
      429,
      { 'retry-after': '7' },
      crawlPart(),
      { outcome: { outcome: { kind: 'deferred', retryAfterMs: 7000 } } },
    ],
    [
      '503 without a time',
      503,
      {},
      { ...crawlPart(), deferrals: 1 },
      { outcome: { outcome: { kind: 'deferred', retryAfterMs: 20_000 } } },
    ],
    [
      '429 once too often',
      429,
      {},
      { ...crawlPart(), deferrals: 3 },
      { document: { result: { kind: 'done', metadata: { statusCode: 429 } } } },
    ],
    [
      '429 in a batch',
      429,
      {},
      { kind: 'batch', jobId: randomUUID() },
      { outcome: { outcome: { kind: 'deferred', retryAfterMs: 10_000 } } },
    ],
    ['429 to a scrape', 429, {}, {}, { document: { result: { kind: 'done', metadata: { statusCode: 429 } } } }],
    ['500', 500, {}, crawlPart(), { document: { result: { kind: 'done', metadata: { statusCode: 500 } } } }],
  ])('is deferred or taken: %s', async (_, status, headers, part, expected) => {
    const url = site.serve('/busy', (__, response) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<p>busy</p>'),
    );
    expect((await render(renderMessage(url, part)))[0]).toMatchObject(expected);
  });

  it.each([
    [
      'a scrape fails in its document',
      {},
      { topic: 'documentsInteractive', document: { result: { failure: { reason: 'timed-out' } } } },
    ],
    [
      'a crawl fails in its outcome alone',
      crawlPart(),
      { topic: 'pageOutcomes', outcome: { outcome: { failure: { reason: 'timed-out' } } } },
    ],
  ])('that outlasts its deadline in %s', async (_, part, expected) => {
    const url = site.serve('/silent', () => undefined);
    const sent = await render(renderMessage(url, { ...part, deadlineAt: Date.now() + 500 }));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject(expected);
  });

  it('whose host leads into our own network is told of as one that is not there, except in the log', async () => {
    const shut = startRenderer({ EGRESS_ALLOW: '' });
    const failureAt = async (host: string, part: Partial<RenderPage> = {}) => {
      shut.published.length = 0;
      const take = () => shut.renderer.intake.take(renderMessage(`http://${host}:1/`, part));
      await (part.zeroDataRetention ? runEphemeral(take) : take());
      await shut.renderer.intake.whenEmpty();
      const { result } = PageDocument.parse(shut.published[0]?.message);
      return JSON.stringify(result).replaceAll(host, 'host');
    };
    const detailOf = (host: string) =>
      shut.events.find(({ event, fields }) => event === 'host-not-reached' && String(fields.detail).includes(host));
    try {
      expect(await failureAt('inside.localhost')).toBe(await failureAt('nowhere.invalid'));
      expect(detailOf('inside.localhost')?.fields.detail).toMatch(/leads to 127\.0\.0\.1, ::1.*EGRESS_ALLOW/);
      expect(detailOf('nowhere.invalid')?.fields.detail).toMatch(/does not resolve/);
      await failureAt('secret.localhost', { zeroDataRetention: true });
      expect(detailOf('secret.localhost')).toBeUndefined();
    } finally {
      await shut.stop();
    }
  });

  it('of a scrape whose connection breaks is tried again', async () => {
    let asked = 0;
    const url = site.serve('/flaky', (request, response) => {
      asked += 1;
      if (asked === 1) request.socket.destroy();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>second time</p>');
    });
    expect((await render(renderMessage(url)))[0]).toMatchObject({ document: { result: { kind: 'done' } } });
    asked = 0;
    const spec = scrapeSpec({ proxy: 'basic' });
    expect(await render(renderMessage(url, { ...crawlPart(), spec }))).toMatchObject([
      { outcome: { outcome: { kind: 'failed', failure: { reason: 'reset' } } } },
    ]);
  });

  it('tells the caller what this installation could not do', async () => {
    const url = site.serve('/plain', '<p>words</p>');
    const spec = scrapeSpec({
      proxy: 'stealth',
      location: { country: 'JP', languages: [] },
      formats: [{ type: 'markdown' }, { type: 'summary' }],
    });
    const [sent] = await render(renderMessage(url, { spec }));
    expect(sent!.content!.warning).toMatch(/stealth.*JP.*The format summary is not available in this installation\./s);
  });

  it('names all formats that are missing in one sentence, as the caller named them', () => {
    const formats = [
      { type: 'json' as const, key: 'extract' as const },
      { type: 'markdown' as const },
      { type: 'branding' as const },
      { type: 'summary' as const },
    ];
    expect(unsupportedOptions(scrapeSpec({ formats }))).toEqual([
      'The formats extract and summary are not available in this installation.',
    ]);
  });

  it('of a caller who asks for changes says so to results, and what of it cannot be told', async () => {
    const url = site.serve('/tracked', '<p>words</p><iframe title="A film" src="/film?a=(1)"></iframe>');
    const format = { type: 'changeTracking' as const, modes: ['git-diff' as const, 'json' as const], tag: 'a' };
    const spec = scrapeSpec({ formats: [{ type: 'markdown' }, format] });
    const [sent] = await render(renderMessage(url, { spec }));
    const frames = [expect.stringContaining(`${site.origin}/film`)];
    const tracking = { modes: ['git-diff', 'json'], tag: 'a', frames };
    expect(sent!.content!.markdown).toContain(`[A film](${sent!.document!.changeTracking?.frames?.[0]})`);
    expect(sent!.document!.changeTracking).toEqual(tracking);
    expect(sent!.content!.warning).toBe('The mode json of changeTracking is not available in this installation.');
    const dedup = { ignoreQueryParameters: true, deduplicateSimilarURLs: false };
    const crawl = crawlPart({ dedup });
    const [hidden] = await render(renderMessage(url, { ...crawl, spec, hidden: true }));
    expect(hidden!.document!.changeTracking).toEqual({ ...tracking, hidden: true, dedup });
    const [ephemeral] = await render(renderMessage(url, { spec, zeroDataRetention: true }));
    expect(ephemeral!.document).not.toHaveProperty('changeTracking');
    expect(ephemeral!.content!.warning).toContain('changeTracking is not available with zero data retention');
  });

  it.each([
    ['iframe', true],
    ['#a > IFRAME:first-child', true],
    ['div[data-original-tag="iframe"]', true],
    ['.iframe', false],
    ['#iframe', false],
    ['iframe-box', false],
    ['my-iframe', false],
    ['p', false],
  ])('that is asked for by %s needs a browser: %s', (selector, expected) => {
    expect(needsBrowser(scrapeSpec({ includeTags: [selector] }))).toBe(expected);
    expect(needsBrowser(scrapeSpec({ excludeTags: [selector] }))).toBe(false);
  });

  it('is counted by outcome and engine', async () => {
    await render(renderMessage(site.serve('/plain', '<p>words</p>')));
    const text = await renderer.registry.metrics();
    expect(text).toMatch(/orbweaver_pages_total\{outcome="done",engine="http"\} \d/);
    expect(text).toMatch(/orbweaver_page_duration_seconds_count\{phase="extract",engine="browser"\} \d/);
    expect(text).toMatch(/orbweaver_render_slots\{resource="browser",state="capacity"\} 4/);
  });
});
