import {
  type CollectedSpan,
  type FixtureSite,
  type ModelProvider,
  startFixtureSite,
  startModelProvider,
  startTraceCollector,
  startWebhookReceiver,
  type TraceCollector,
  treePath,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import WebSocket from 'ws';
import { runJob } from '../harness/jobs';
import { BOOTSTRAP_KEY, System } from '../harness/system';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const caller = {
  traceparent: `00-${TRACE}-${SPAN}-01`,
  tracestate: 'vendor=1',
  'x-request-id': 'request-of-the-caller',
};
const PAGES = 4;

describe('traces', () => {
  const system = System.shared();
  const roles =
    system.kind === 'standalone'
      ? (['standalone'] as const)
      : (['gateway', 'frontier', 'renderer', 'results'] as const);
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  let collector: TraceCollector;
  let model: ModelProvider;
  let jobs: { scrape: string; crawl: string; secretCrawl: string; extraction: string };

  beforeAll(async () => {
    [site, receiver, collector, model] = await Promise.all([
      startFixtureSite({ treePages: PAGES }),
      startWebhookReceiver(),
      startTraceCollector(),
      startModelProvider(),
    ]);
    model.reply(() => ({ json: { name: 'the answer of the model' } }));
    await system.reconfigure(roles, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'small',
    });
    const api = system.api();
    const page = { url: `${site.main}${treePath(1)}?secret=1`, maxAge: 0, origin: 'website' };
    const scraped = await api.post('/v2/scrape', page, caller);
    await api.post('/v2/scrape', { ...page, url: `${site.main}/tree/?unseen=1`, zeroDataRetention: true });
    const crawl = { url: `${site.main}/tree/`, maxConcurrency: 1, webhook: receiver.url, scrapeOptions: { maxAge: 0 } };
    const { body } = await api.post('/v2/crawl', crawl, caller);
    await waitForWebhook(body.id);
    const secret = await runJob(api, '/v2/crawl', { ...crawl, zeroDataRetention: true });
    await waitForWebhook(secret.id);
    await watch(body.id);
    const json = { type: 'json', prompt: 'the question to the model' };
    const extracted = await api.post('/v2/scrape', { ...page, formats: [json] }, caller);
    expect(extracted.body).toMatchObject({ data: { json: { name: 'the answer of the model' } } });
    jobs = {
      scrape: scraped.body.scrape_id,
      crawl: body.id,
      secretCrawl: secret.id,
      extraction: extracted.body.scrape_id,
    };
    // Pending spans are sent before the process exits.
    const settings = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'LLM_BASE_URL', 'LLM_MODEL'];
    await system.reconfigure(roles, Object.fromEntries(settings.map((name) => [name, ''])));
  }, 180_000);
  afterAll(async () => {
    await collector.close();
    await model.close();
    await receiver.close();
    await site.close();
  });

  const waitForWebhook = (id: string) =>
    until(
      'crawl.completed',
      () => receiver.deliveries.some(({ body }) => body.type === 'crawl.completed' && body.id === id),
      30_000,
    );
  /** Until the server closes the WebSocket. */
  const watch = (id: string) =>
    new Promise((resolve, reject) => {
      const address = `${system.api().nextBaseUrl().replace(/^http/, 'ws')}/v2/crawl/${id}`;
      const socket = new WebSocket(address, [BOOTSTRAP_KEY], {
        headers: { ...caller, 'x-request-id': 'of-the-watcher' },
      });
      socket.on('error', reject).on('close', resolve);
    });
  const ofJob = (id: string) => collector.spans.filter(({ attributes }) => attributes['orbweaver.job.id'] === id);
  const named = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name);
  const only = (spans: readonly CollectedSpan[], name: string) => {
    const found = named(spans, name);
    expect([name, found.length]).toEqual([name, 1]);
    return found[0]!;
  };
  const service = (name: string) => (system.kind === 'standalone' ? 'orbweaver' : `orbweaver-${name}`);

  it('connects the caller of a scrape, the renderer and the store in one trace', () => {
    const spans = ofJob(jobs.scrape);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    const request = only(spans, 'POST /v2/scrape');
    expect(request).toMatchObject({
      service: service('gateway'),
      parentSpanId: SPAN,
      kind: 2,
      attributes: {
        'http.route': '/v2/scrape',
        'http.response.status_code': 200,
        'orbweaver.request.id': 'request-of-the-caller',
        'orbweaver.team.id': expect.any(String),
      },
    });
    const page = only(spans, 'page');
    expect(page).toMatchObject({
      service: service('renderer'),
      parentSpanId: request.spanId,
      attributes: {
        // Queries may contain secrets.
        'url.full': `${site.main}${treePath(1)}?…`,
        'orbweaver.page.id': jobs.scrape,
        'orbweaver.page.outcome': 'done',
        'orbweaver.page.engine': 'http',
        'orbweaver.request.id': 'request-of-the-caller',
      },
    });
    expect(only(spans, 'queue render.interactive').parentSpanId).toBe(request.spanId);
    for (const name of ['fetch', 'extract', 'queue documents.interactive', 'store']) {
      expect(only(spans, name).parentSpanId).toBe(page.spanId);
    }
    expect(only(spans, 'store').service).toBe(service('results'));
    expect(only(spans, 'extract').startMs).toBeGreaterThanOrEqual(only(spans, 'fetch').endMs - 1);
  });

  it('traces language model requests without prompts and answers', () => {
    const spans = ofJob(jobs.extraction);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    const page = only(spans, 'page');
    const taken = only(spans, 'take enrichment');
    for (const [name, parent] of [
      ['queue enrichment.interactive', page],
      ['take enrichment', page],
      ['queue enrichments', taken],
      ['enrich', taken],
      ['store', taken],
    ] as const) {
      const expected = expect.objectContaining({ service: service('results'), parentSpanId: parent.spanId });
      expect([name, only(spans, name)]).toEqual([name, expected]);
    }
    const [enrich, chat] = [only(spans, 'enrich'), only(spans, 'chat')];
    expect(chat).toMatchObject({
      service: service('results'),
      parentSpanId: enrich.spanId,
      kind: 3,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'small',
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.usage.output_tokens': expect.any(Number),
      },
    });
    expect(chat.startMs).toBeGreaterThanOrEqual(enrich.startMs - 1);
    expect(chat.endMs).toBeLessThanOrEqual(enrich.endMs + 1);
    expect(only(spans, 'store').startMs).toBeGreaterThanOrEqual(enrich.endMs - 1);
    expect(collector.raw()).not.toContain('of the model');
  });

  it('continues the trace of a WebSocket watcher', () => {
    const watched = named(collector.spans, 'GET /v2/crawl/:id (WebSocket)');
    expect(watched).toMatchObject([
      {
        service: service('gateway'),
        traceId: TRACE,
        parentSpanId: SPAN,
        kind: 2,
        attributes: {
          'http.response.status_code': 101,
          'orbweaver.request.id': 'of-the-watcher',
          'orbweaver.job.id': jobs.crawl,
        },
      },
    ]);
  });

  it("starts a trace per page of a crawl, linked to the request, with the page's webhook", () => {
    const spans = ofJob(jobs.crawl);
    const request = only(spans, 'POST /v2/crawl');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SPAN });
    for (const command of named(spans, 'command')) expect(command.parentSpanId).toBe(request.spanId);
    expect(named(spans, 'command')).toHaveLength(2);
    const link = { traceId: TRACE, spanId: request.spanId };
    expect(only(spans, 'seed').links).toEqual([link]);

    const pages = named(spans, 'page');
    expect(new Set(pages.map(({ traceId }) => traceId)).size).toBe(PAGES);
    for (const page of pages) {
      const trace = collector.spans.filter(({ traceId }) => traceId === page.traceId);
      expect(page).toMatchObject({ links: [link], attributes: { 'orbweaver.job.kind': 'crawl' } });
      expect(page.parentSpanId).toBeUndefined();
      expect(trace.map(({ name }) => name).sort()).toEqual(
        [
          ...['page', 'queue frontier', 'queue render.bulk', 'fetch', 'extract', 'queue documents.bulk', 'store'],
          ...['queue page.outcomes', 'record outcome', 'deliver webhook'],
        ].sort(),
      );
      // The page's span includes the waits for lease and topic.
      expect(only(trace, 'queue frontier').startMs).toBeCloseTo(page.startMs, 0);
      const store = only(trace, 'store');
      const delivery = only(trace, 'deliver webhook');
      expect(delivery).toMatchObject({ service: service('results'), parentSpanId: store.spanId, kind: 3 });
      for (const span of trace) {
        if (span !== page && span !== delivery)
          expect([span.name, span.parentSpanId]).toEqual([span.name, page.spanId]);
      }
    }
  });

  it('continues traces in webhook receivers', () => {
    const deliveries = receiver.deliveries.filter(({ body }) => body.id === jobs.crawl);
    expect(deliveries).toHaveLength(PAGES + 2);
    for (const { headers, body } of deliveries) {
      const [, traceId, spanId] = String(headers.traceparent).split('-');
      const sent = collector.spans.find((span) => span.spanId === spanId)!;
      expect(sent).toMatchObject({ name: 'deliver webhook', traceId });
      const request = only(ofJob(jobs.crawl), 'POST /v2/crawl');
      // The trace of the job is separate.
      if (body.type !== 'crawl.page') expect(sent.links).toEqual([{ traceId: TRACE, spanId: request.spanId }]);
    }
  });

  it('exports no URL of pages with zero data retention in traces', () => {
    const pages = named(ofJob(jobs.secretCrawl), 'page');
    expect(pages).toHaveLength(PAGES);
    const places = ofJob(jobs.secretCrawl).filter(
      ({ attributes }) => 'url.full' in attributes || 'server.address' in attributes,
    );
    expect(places).toEqual([]);
    const withoutPlace = named(collector.spans, 'page').filter(({ attributes }) => !('url.full' in attributes));
    // Includes the scrape's span.
    expect(withoutPlace).toHaveLength(PAGES + 1);
    expect(collector.raw()).not.toContain('unseen');
  });

  it('exports traces with the configured headers', () => {
    expect(collector.requests.length).toBeGreaterThan(0);
    for (const headers of collector.requests) expect(headers['x-tenant']).toBe('a b');
  });

  it('creates no traces without a collector', async () => {
    const before = collector.requests.length;
    const seen = receiver.deliveries.length;
    const id = await system
      .api()
      .post('/v2/crawl', { url: `${site.main}/tree/`, limit: 1, webhook: receiver.url }, caller);
    await waitForWebhook(id.body.id);
    for (const { headers } of receiver.deliveries.slice(seen)) expect(headers.traceparent).toBeUndefined();
    expect(collector.requests.length).toBe(before);
  });
});
