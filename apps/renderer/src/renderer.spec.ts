import { scrapeSpec } from '@orbweaver/testing';
import { SHELL } from '../test/empty-shell';
import { crawlPart, renderMessage } from '../test/render-message';
import { rendererHarness } from '../test/renderer-harness';

const harness = rendererHarness();
const { render, serve } = harness;

describe('renderer', () => {
  it('publishes the document of a scrape to its caller, and nothing to the frontier', async () => {
    const message = renderMessage(serve('/plain', '<title>T</title><h1>Plain</h1><p>words</p>'));
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

  it('publishes the document of a crawled page before its outcome with the links', async () => {
    const url = serve('/links', '<p>words</p><a href="/a">a</a><a href="/b">b</a>');
    const message = renderMessage(url, { ...crawlPart(), epoch: 7 });
    expect(await render(message)).toMatchObject([
      { topic: 'documentsBulk', key: message.pageId, document: { epoch: 7, result: { kind: 'done' } } },
      {
        topic: 'pageOutcomes',
        key: new URL(url).hostname,
        outcome: {
          epoch: 7,
          outcome: { kind: 'done', statusCode: 200 },
          finalUrl: url,
          outlinks: [`${harness.site.origin}/a`, `${harness.site.origin}/b`],
        },
      },
    ]);
  });

  it('publishes no document of a page that is visited for its links only', async () => {
    const url = serve('/links', '<a href="/a">a</a>');
    expect(await render(renderMessage(url, crawlPart({ wantsDocument: false })))).toMatchObject([
      { topic: 'pageOutcomes', outcome: { outcome: { kind: 'done' }, outlinks: [`${harness.site.origin}/a`] } },
    ]);
  });

  it('renders an empty shell in the browser', async () => {
    const url = serve('/app', SHELL);
    const [document, outcome] = await render(renderMessage(url, crawlPart()));
    expect(document).toMatchObject({
      document: { result: { engine: 'browser' } },
      content: { markdown: expect.stringContaining('only a script has written') },
    });
    expect(outcome).toMatchObject({ outcome: { outlinks: [`${harness.site.origin}/next`] } });
  });

  it('returns the target of a meta refresh', async () => {
    const arrived = serve('/arrived', '<p>arrived</p>');
    const url = serve('/leading', '<p>one moment</p><meta http-equiv=refresh content="0; url=/arrived">');
    const [scraped] = await render(renderMessage(url));
    expect(scraped).toMatchObject({
      document: { result: { engine: 'browser', metadata: { url: arrived, sourceURL: url } } },
      content: { markdown: 'arrived' },
    });
    const crawled = await render(renderMessage(url, crawlPart()));
    expect(crawled).toMatchObject([{ outcome: { finalUrl: arrived, outcome: { kind: 'redirected' } } }]);
  });

  it.each([
    ['a delay', '2;url=/arrived', '<p>one moment</p>'],
    ['a quoted URL', '1; URL="/arrived"', '<p>one moment</p>'],
    ['an empty body', '0; url=/arrived', ''],
    ['a delay and an empty body', '1;url=/arrived', ''],
  ])('follows a Refresh header with %s', async (_, refresh, body) => {
    const arrived = serve('/arrived', '<p>arrived</p>');
    const url = serve('/refreshed', (__, response) =>
      response.writeHead(200, { refresh, 'content-type': 'text/html' }).end(body),
    );
    expect((await render(renderMessage(url)))[0]).toMatchObject({
      document: { result: { engine: 'browser', metadata: { url: arrived, sourceURL: url } } },
      content: { markdown: 'arrived' },
    });
  });

  it.each([
    ['waitFor', { waitForMs: 100 }],
    ['a screenshot', { formats: [{ type: 'screenshot' as const, fullPage: false }] }],
    ['mobile', { mobile: true }],
    ['actions', { actions: [{ type: 'scrape' as const }] }],
    ['selectors in frames', { includeTags: ['p', 'main > iframe[src]'] }],
  ])('uses the browser at once for %s', async (_, spec) => {
    const url = serve('/plain', '<p>words</p>');
    const before = harness.site.requests.filter((request) => request.url === '/plain').length;
    const [sent] = await render(renderMessage(url, { spec: scrapeSpec(spec) }));
    expect(sent).toMatchObject({ document: { result: { kind: 'done', engine: 'browser' } } });
    expect(harness.site.requests.filter((request) => request.url === '/plain')).toHaveLength(before + 1);
  });

  it('returns results of actions together with the formats', async () => {
    const url = serve('/act', '<p id=a>before</p><button onclick="a.textContent=\'after\'">b</button>');
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

  it('warns about options that are not available', async () => {
    const url = serve('/plain', '<p>words</p>');
    const spec = scrapeSpec({
      proxy: 'stealth',
      location: { country: 'JP', languages: [] },
      headers: { Host: 'other.test' },
    });
    const [sent] = await render(renderMessage(url, { spec }));
    expect(sent!.content!.warning).toMatch(/stealth.*JP.*were not sent: Host\./s);
  });

  it('sends change tracking options to results', async () => {
    const film = 'https://films.example/film?a=(1)';
    const url = serve('/tracked', `<p>words</p><iframe title="A film" src="${film}"></iframe>`);
    const format = { type: 'changeTracking' as const, modes: ['git-diff' as const, 'json' as const], tag: 'a' };
    const spec = scrapeSpec({ formats: [{ type: 'markdown' }, format] });
    const [sent] = await render(renderMessage(url, { spec }));
    const frames = [expect.stringContaining('https://films.example/film')];
    const tracking = { modes: ['git-diff', 'json'], tag: 'a', frames };
    expect(sent!.content!.markdown).toContain(`[A film](${sent!.document!.changeTracking?.frames?.[0]})`);
    expect(sent!.document!.changeTracking).toEqual(tracking);
    const dedup = { ignoreQueryParameters: true, deduplicateSimilarURLs: false };
    const crawl = crawlPart({ dedup });
    const [hidden] = await render(renderMessage(url, { ...crawl, spec, hidden: true }));
    expect(hidden!.document!.changeTracking).toEqual({ ...tracking, hidden: true, dedup });
    const [ephemeral] = await render(renderMessage(url, { spec, zeroDataRetention: true }));
    expect(ephemeral!.document).not.toHaveProperty('changeTracking');
    expect(ephemeral!.content!.warning).toContain('changeTracking is not available with zero data retention');
  });

  it('counts pages by outcome and engine', async () => {
    await render(renderMessage(serve('/plain', '<p>words</p>')));
    const text = await harness.renderer.registry.metrics();
    expect(text).toMatch(/orbweaver_pages_total\{outcome="done",engine="http"\} \d/);
    expect(text).toMatch(/orbweaver_page_duration_seconds_count\{phase="extract",engine="browser"\} \d/);
    expect(text).toMatch(/orbweaver_render_slots\{resource="browser",state="capacity"\} 4/);
  });
});
