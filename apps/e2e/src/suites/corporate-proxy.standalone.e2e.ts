import {
  type ModelProvider,
  type ProxyServer,
  type Searxng,
  startModelProvider,
  startProxyServer,
  startSearxng,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import { runJob } from '../harness/jobs';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const SITE = 'shop.proxied.test';
const HOOKS = 'hooks.proxied.test';
const MODEL = 'model.proxied.test';
const SEARCH = 'search.proxied.test';

/** Only the proxy resolves the name. */
const named = (url: string, name: string): string => url.replace('127.0.0.1', name);

let site: SmallSite;
let hooks: WebhookReceiver;
let model: ModelProvider;
let searxng: Searxng;
let proxy: ProxyServer;
let shop: string;
/** Paths of the site and the client addresses that requested them. */
const visits: [path: string, from: string][] = [];
const SEEN_AS = '127.0.0.9';

beforeAll(async () => {
  site = await startSmallSite((request, response) => {
    visits.push([request.url ?? '', request.socket.remoteAddress ?? '']);
    if (request.url === '/robots.txt') response.end(`User-agent: *\nDisallow: /private\nSitemap: ${shop}/sitemap.xml`);
    else if (request.url === '/sitemap.xml') response.end(`<urlset><url><loc>${shop}/listed</loc></url></urlset>`);
    else response.setHeader('content-type', 'text/html').end(htmlPage(`Page ${request.url}`, ['/linked', '/private']));
  });
  shop = named(site.origin, SITE);
  [hooks, model, searxng] = await Promise.all([
    startWebhookReceiver(),
    startModelProvider(),
    startSearxng({ pageSize: 10 }),
  ]);
  model.reply(() => 'A summary.');
  searxng.results(() => [{ url: `${shop}/listed`, title: 'Listed' }]);
  proxy = await startProxyServer({ names: [SITE, HOOKS, MODEL, SEARCH], seenAs: SEEN_AS });
});
afterAll(async () => {
  await Promise.all([site?.stop(), hooks?.close(), model?.close(), searxng?.close(), proxy?.close()]);
});

describe.each([
  ['HTTP_PROXY', () => ({ HTTP_PROXY: proxy.url })],
  ['http_proxy', () => ({ http_proxy: proxy.url })],
  ['PROXY_BASIC', () => ({ PROXY_BASIC: proxy.url })],
])('with %s', (_, settings) => {
  let system: System;
  beforeAll(async () => {
    visits.length = 0;
    system = await startStandalone({
      ...settings(),
      LLM_BASE_URL: named(model.url, MODEL),
      LLM_MODEL: 'test',
      SEARCH_URL: named(searxng.url, SEARCH),
    });
  });
  afterAll(() => system.stop());

  it('crawls a site that only the proxy resolves, with robots.txt, sitemap and webhook', async () => {
    const delivered = hooks.deliveries.length;
    const webhook = named(hooks.url, HOOKS);
    const job = await runJob(system.api(), '/v2/crawl', { url: `${shop}/`, webhook, ignoreQueryParameters: true });
    expect(job.documents.map(({ metadata }) => metadata.sourceURL).sort()).toEqual([
      `${shop}/`,
      `${shop}/linked`,
      `${shop}/listed`,
    ]);
    expect(job.robotsBlocked).toEqual([`${shop}/private`]);
    expect(visits.map(([path]) => path)).toEqual(expect.arrayContaining(['/robots.txt', '/sitemap.xml', '/linked']));
    expect(new Set(visits.map(([, from]) => from))).toEqual(new Set([SEEN_AS]));
    await until('the last event', () =>
      hooks.deliveries.slice(delivered).some(({ body }) => /completed$/.test(String(body.type))),
    );
    expect(proxy.requests.some(({ target }) => target === webhook)).toBe(true);
  });

  it('renders in the browser, maps, searches and summarizes through the proxy', async () => {
    const scrape = await system
      .api()
      .post('/v2/scrape', { url: `${shop}/`, waitFor: 1, maxAge: 0, formats: ['summary'] });
    expect(scrape).toMatchObject({ status: 200, body: { data: { summary: 'A summary.' } } });
    const map = await system.api().post('/v2/map', { url: `${shop}/` });
    expect(map.body.links.map(({ url }: { url: string }) => url)).toContain(`${shop}/listed`);
    const search = await system.api().post('/v2/search', { query: 'anything' });
    expect(search.body.data.web).toMatchObject([{ url: `${shop}/listed` }]);
    expect(new Set(visits.map(([, from]) => from))).toEqual(new Set([SEEN_AS]));
    const hosts = new Set(
      proxy.requests.map(({ target }) => new URL(target.includes('//') ? target : `tcp://${target}`).hostname),
    );
    expect([...hosts]).toEqual(expect.arrayContaining([HOOKS, MODEL, SEARCH, SITE]));
  });

  it('does not ask the proxy for private addresses', async () => {
    const before = proxy.requests.length;
    const replies = await Promise.all(
      ['http://10.0.0.1/', 'http://169.254.169.254/latest/'].map((url) => system.api().post('/v2/scrape', { url })),
    );
    for (const { body } of replies) expect(body.success).toBe(false);
    expect(proxy.requests.length).toBe(before);
  });
});

it('reaches hosts of NO_PROXY directly', async () => {
  visits.length = 0;
  const system = await startStandalone({ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.0/8' });
  const before = proxy.requests.length;
  try {
    const job = await runJob(system.api(), '/v2/crawl', {
      url: `${site.origin}/`,
      limit: 2,
      sitemap: 'skip',
      webhook: hooks.url,
    });
    expect(job.status.completed).toBe(2);
    expect(new Set(visits.map(([, from]) => from))).toEqual(new Set(['127.0.0.1']));
    expect(proxy.requests.length).toBe(before);
  } finally {
    await system.stop();
  }
});
