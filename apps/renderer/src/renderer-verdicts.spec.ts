import { randomUUID } from 'node:crypto';
import { PageDocument, type RenderPage } from '@orbweaver/contracts';
import { runEphemeral, runWork } from '@orbweaver/messaging';
import { scrapeSpec } from '@orbweaver/testing';
import { startPageServer } from '../test/page-server';
import { crawlPart, renderMessage } from '../test/render-message';
import { rendererHarness, startRenderer } from '../test/renderer-harness';

const harness = rendererHarness();
const { render, serve } = harness;

describe('verdicts on pages', () => {
  it.each([
    [
      'a crawl: reports the target',
      crawlPart(),
      { outcome: { outcome: { kind: 'redirected', finalUrl: expect.stringMatching(/\/new$/) } } },
    ],
    [
      'a batch: returns the page',
      { kind: 'batch' as const, jobId: randomUUID() },
      { document: { result: { kind: 'done' } } },
    ],
  ])('handles a redirect in %s', async (_, part, expected) => {
    serve('/new', '<p>new</p>');
    const url = serve('/old', (__, response) => response.writeHead(301, { location: '/new' }).end());
    expect((await render(renderMessage(url, part)))[0]).toMatchObject(expected);
  });

  it('does not request a redirect to a host which the team may not visit', async () => {
    const other = await startPageServer();
    const target = other.serve('/closed', '<p>closed</p>');
    const url = serve('/leaves', (_, response) => response.writeHead(301, { location: target }).end());
    const closed = { allowed: [], closed: [new URL(target).host] };
    const renderWith = (hosts: typeof closed) =>
      render(renderMessage(url, { kind: 'scrape', spec: scrapeSpec({ hosts }) }));
    const [failed] = await renderWith(closed);
    expect(failed).toMatchObject({
      document: {
        result: {
          kind: 'failed',
          failure: { reason: 'egress-denied', message: expect.stringMatching(/for this team/) },
        },
      },
    });
    expect(other.requests).toEqual([]);
    expect((await renderWith({ ...closed, closed: [] }))[0]).toMatchObject({ document: { result: { kind: 'done' } } });
    await other.close();
  });

  it('returns a page that redirects to its own dedup key', async () => {
    serve('/same/', '<p>same</p>');
    const url = serve('/same', (_, response) => response.writeHead(301, { location: '/same/' }).end());
    expect(await render(renderMessage(url, crawlPart()))).toMatchObject([
      { topic: 'documentsBulk' },
      { outcome: { outcome: { kind: 'done' } } },
    ]);
  });

  it('returns a page that redirects in a cycle', async () => {
    const url = serve('/here', '<p>either</p><meta http-equiv=refresh content="0; url=/there">');
    serve('/there', '<p>either</p><meta http-equiv=refresh content="0; url=/here">');
    for (const asked of [url, url.replace('here', 'there')]) {
      expect(await render(renderMessage(asked, crawlPart()))).toMatchObject([
        { topic: 'documentsBulk' },
        { outcome: { outcome: { kind: 'done' } } },
      ]);
    }
  });

  it.each<[string, number, Record<string, string>, Partial<RenderPage>, object]>([
    [
      '429 with Retry-After',
      429,
      { 'retry-after': '7' },
      crawlPart(),
      { outcome: { outcome: { kind: 'deferred', retryAfterMs: 7000 } } },
    ],
    [
      '503 without Retry-After',
      503,
      {},
      { ...crawlPart(), deferrals: 1 },
      { outcome: { outcome: { kind: 'deferred', retryAfterMs: 20_000 } } },
    ],
    [
      '429 without deferrals left',
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
  ])('defers or returns a page: %s', async (_, status, headers, part, expected) => {
    // A separate host, because the renderer returns other pages of a host in back-off.
    const busy = await startPageServer();
    const url = busy.serve('/busy', (__, response) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<p>busy</p>'),
    );
    const sent = await render(renderMessage(url, part));
    await busy.close();
    expect(sent[0]).toMatchObject(expected);
  });

  it.each([
    [
      'a scrape: in its document',
      {},
      { topic: 'documentsInteractive', document: { result: { failure: { reason: 'timed-out' } } } },
    ],
    [
      'a crawl: in its outcome',
      crawlPart(),
      { topic: 'pageOutcomes', outcome: { outcome: { failure: { reason: 'timed-out' } } } },
    ],
  ])('fails a page that exceeds its deadline in %s', async (_, part, expected) => {
    const url = serve('/silent', () => undefined);
    const sent = await render(renderMessage(url, { ...part, deadlineAt: Date.now() + 500 }));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject(expected);
  });

  it('reports a host in a private network as unresolved, except in the log', async () => {
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
      expect(detailOf('inside.localhost')?.fields.detail).toMatch(/resolves to 127\.0\.0\.1, ::1.*EGRESS_ALLOW/);
      expect(detailOf('nowhere.invalid')?.fields.detail).toMatch(/does not resolve/);
      await failureAt('secret.localhost', { zeroDataRetention: true });
      expect(detailOf('secret.localhost')).toBeUndefined();
    } finally {
      await shut.stop();
    }
  });

  it.each([
    ['redirected without a browser', {}, 'A redirect'],
    ['a redirect, in the browser', { waitForMs: 1 }, 'The page'],
    ['a script', { waitForMs: 200, blockAds: false }, 'The page'],
  ])('reports the step by which a page %s reaches a private address', async (by, options, said) => {
    const url = serve('/leads', (_, response) => {
      if (by === 'a script') response.end('<script>location = "http://10.0.0.1/"</script>');
      else response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    });
    const message = `${said} led to a blocked address: 10.0.0.1 is not on the public internet; `;
    expect((await render(renderMessage(url, { spec: scrapeSpec(options) })))[0]).toMatchObject({
      document: { result: { failure: { reason: 'egress-denied', message: expect.stringContaining(message) } } },
    });
  });

  it.each([
    ['without a browser', {}, 'A redirect'],
    ['in the browser', { waitForMs: 1 }, 'The page'],
  ])('reports the redirect to a denied port, %s', async (_, options, said) => {
    // The site acts as a proxy for port 80, on which tests may not listen.
    serve('/plain', (__, response) => response.writeHead(302, { location: 'https://127.0.0.1/plain' }).end());
    const shut = startRenderer({ PROXY_BASIC: harness.site.origin, EGRESS_DENY: '127.0.0.1:443' });
    try {
      await shut.renderer.intake.take(renderMessage('http://127.0.0.1/plain', { spec: scrapeSpec(options) }));
      await shut.renderer.intake.whenEmpty();
      const message = `${said} led to a blocked address: `;
      expect(PageDocument.parse(shut.published[0]?.message)).toMatchObject({
        result: { failure: { reason: 'egress-denied', message: expect.stringContaining(message) } },
      });
    } finally {
      await shut.stop();
    }
  });

  it('logs denied resources of a page', async () => {
    const parts = '<img src="http://10.0.0.1/a.png"><script>fetch("http://10.0.0.2/").catch(() => 0)</script>';
    const url = serve('/parts', `<p>text</p>${parts}`);
    const spec = scrapeSpec({ waitForMs: 200, blockAds: false });
    const message = renderMessage(url, { spec });
    const told = () => harness.renderer.events.filter(({ event }) => event === 'host-not-reached');
    harness.renderer.events.length = 0;
    const { pageId } = message;
    const sent = await runWork({ isEphemeral: false, ids: { pageId } }, () => render(message));
    expect(sent[0]).toMatchObject({ document: { result: { kind: 'done' } } });
    expect(JSON.stringify(sent)).not.toContain('EGRESS_ALLOW');
    expect(told()).toMatchObject([{ fields: { pageId, servers: 2 } }]);
    for (const host of ['10.0.0.1', '10.0.0.2']) {
      expect(told()[0]?.fields.detail).toContain(`${host} is not on the public internet; EGRESS_ALLOW has no entry`);
    }
    harness.renderer.events.length = 0;
    await runEphemeral(() => render(renderMessage(url, { spec, zeroDataRetention: true })));
    expect(told()).toEqual([]);
  });

  it.each([
    ['addresses', 1, '<script>for (const n of [1, 2, 3, 4]) new Image().src = "http://10.0.0." + n</script>'],
    ['redirecting pages', 3, ''],
  ])('counts a job with denied requests once, with %s', async (_, pages, body) => {
    const counted = async () => {
      const metric = await harness.renderer.registry.getSingleMetric('orbweaver_egress_denied_jobs_total')?.get();
      return metric?.values.find(({ labels }) => labels.cause === 'not-public')?.value ?? 0;
    };
    const before = await counted();
    const url = serve('/denied', (_, response) => {
      if (body === '') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>text</p>${body}`);
    });
    const part = crawlPart();
    const spec = scrapeSpec(body === '' ? {} : { waitForMs: 200, blockAds: false });
    await runWork({ isEphemeral: false, ids: { jobId: part.jobId } }, async () => {
      for (let page = 0; page < pages; page += 1) await render(renderMessage(url, { ...part, spec }));
    });
    expect((await counted()) - before).toBe(1);
  });

  it('retries a scrape whose connection breaks', async () => {
    let asked = 0;
    const url = serve('/flaky', (request, response) => {
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
});
