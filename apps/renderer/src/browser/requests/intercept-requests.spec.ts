import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ScrapeSpec } from '@orbweaver/core';
import { createEgressGuard, createHttpClient, type HttpClient } from '@orbweaver/egress';
import { scrapeSpec } from '@orbweaver/testing';
import { type BrowserHarness, startBrowserHarness } from '../../../test/browser-harness';
import { type PageServer, type ServedAnswer, startPageServer } from '../../../test/page-server';
import { Deadline } from '../../bounds/deadline';
import { Slots } from '../../bounds/slots';
import { HttpFetcher } from '../../fetch/http-fetcher';

const resolver = async () => [{ address: '127.0.0.1', family: 4 as const }];

let site: PageServer;
let elsewhere: PageServer;
let harness: BrowserHarness;
let client: HttpClient;
/** Hosts with and without rules in the lists; all resolve to one server. */
const at = (host: string, path: string): string => `http://${host}:${new URL(site.origin).port}${path}`;
const ad = (path: string): string => at('ib.adnxs.com', path);

beforeAll(async () => {
  site = await startPageServer();
  elsewhere = await startPageServer();
  harness = await startBrowserHarness({ resolver });
  client = createHttpClient({ guard: createEgressGuard({ allow: '127.0.0.0/8', resolver }), userAgent: 'test' });
});

afterAll(async () => {
  await Promise.all([harness.close(), client.close()]);
  await Promise.all([site.close(), elsewhere.close()]);
});

const script =
  (source: string): ServedAnswer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(source);

/** Opens the page. @returns its requests: host and path */
async function visit(url: string, spec: Partial<ScrapeSpec>) {
  site.requests.length = 0;
  const { html } = await harness.captureOf(url, spec);
  return { html, asked: site.requests.map(({ url: path, headers }) => headers.host!.split(':')[0] + path).sort() };
}

it('does not send the proxy credential to a site that imitates a proxy', async () => {
  site.serve('/who.js', (_, response) =>
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="orbweaver"' }).end(),
  );
  for (const name of ['one', 'two']) site.serve(`/${name}.js`, script(`own.textContent += ' ${name}'`));
  const address = site.serve(
    '/beside-a-challenge',
    `<p id=own>own</p><script>
      const load = (source) => new Promise((end) => {
        const element = document.body.appendChild(document.createElement('script'));
        element.onload = element.onerror = end;
        element.src = source;
      });
      load('${at('proxy-like.example', '/who.js')}')
        .then(() => load('${at('other.example', '/one.js')}'))
        .then(() => load('/two.js'));
    </script>`,
  );
  expect((await visit(address, { blockAds: false })).html).toContain('own one two');
});

describe('ad blocking', () => {
  beforeAll(() => {
    for (const path of ['/tag.js', '/assets/adapter.js', '/ads/advice.js']) site.serve(path, script(''));
    site.serve('/bounce.js', (_, response) => response.writeHead(302, { location: ad('/bounced.js') }).end());
    site.serve(
      '/worker.js',
      script(`fetch('${ad('/from-worker')}', { mode: 'no-cors' }).catch(() => 0).then(() => postMessage('worked'))`),
    );
    site.serve('/service.js', script(`fetch('${ad('/from-service-worker')}', { mode: 'no-cors' })`));
    site.serve('/frame', `<script src="${ad('/in-frame.js')}"></script><p>framed words</p>`);
    site.serve(
      '/news',
      `<p id="said"></p><script>
        const say = (text) => { said.textContent += text + '. ' };
        new Worker('/worker.js').onmessage = ({ data }) => { say(data); said.className = 'done' };
        navigator.serviceWorker.register('/service.js').then(() => say('registered'), ({ name }) => say(name));
        fetch('${ad('/fetched')}', { mode: 'no-cors' }).catch(() => undefined);
        navigator.sendBeacon('${ad('/beacon')}');
      </script>
      <script src="${ad('/tag.js')}"></script><script src="/bounce.js"></script><img src="${ad('/pixel.gif')}">
      <script src="/assets/adapter.js"></script><script src="/ads/advice.js"></script><img src="/uploads/advent-banner.jpg">
      <iframe width=300 height=200 src="${at('partner.example', '/frame')}"></iframe>
      <iframe width=300 height=200 src="${ad('/frame')}"></iframe>`,
    );
  });

  const actions: ScrapeSpec['actions'] = [{ type: 'wait', selector: '.done' }];
  const own = [
    '/ads/advice.js',
    '/assets/adapter.js',
    '/bounce.js',
    '/news',
    '/uploads/advent-banner.jpg',
    '/worker.js',
  ];
  const innocent = [...own.map((path) => `127.0.0.1${path}`), 'partner.example/frame'];

  it('blocks ads in pages, frames, redirects, beacons and workers, but not similar URLs', async () => {
    const { html, asked } = await visit(at('127.0.0.1', '/news'), { blockAds: true, actions });
    expect(asked).toEqual(innocent);
    for (const words of ['framed words', 'worked', 'SecurityError']) expect(html).toContain(words);
  });

  it('loads ads with blockAds false', async () => {
    const { asked } = await visit(at('127.0.0.1', '/news'), { blockAds: false, actions });
    const ads = [
      '/beacon',
      '/bounced.js',
      '/fetched',
      '/frame',
      '/from-worker',
      '/in-frame.js',
      '/pixel.gif',
      '/tag.js',
    ];
    expect(asked).toEqual(expect.arrayContaining([...innocent, ...ads.map((path) => `ib.adnxs.com${path}`)]));
    // A worker that outlives its page is counted with neither.
    expect(asked.filter((path) => path.includes('service'))).toEqual([]);
  });

  it('loads an ad URL that the caller requested', async () => {
    site.serve('/campaign', '<h1>Buy this</h1>');
    expect((await visit(ad('/campaign'), { blockAds: true })).html).toContain('Buy this');
  });
});

describe('prefetch blocking', () => {
  it.each<[string, Partial<ScrapeSpec>]>([
    ['with ad blocking', { blockAds: true }],
    ['without other rules', { blockAds: false }],
  ])('blocks prefetches and tracking reports: %s', async (_, spec) => {
    const rules = (kind: string): string =>
      JSON.stringify({ [kind]: [{ source: 'list', urls: [`/ruled-${kind}`], eagerness: 'immediate' }] });
    site.serve('/framed', '<link rel=prefetch href="/from-frame"><img src="/in-frame.png">');
    site.serve('/reading', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', link: '</from-header>; rel=prefetch' });
      response.end(`<p>words</p><link rel=prefetch href="/linked"><link rel=prefetch as=document href="/linked-page">
        <link rel=prerender href="/prerendered"><iframe width=300 height=200 src="${at('partner.example', '/framed')}"></iframe>
        <script type=speculationrules>${rules('prefetch')}</script><script type=speculationrules>${rules('prerender')}</script>
        <img attributionsrc="/attributed" src="/own.png"><script>fetch('/fetched'); navigator.sendBeacon('/beacon')</script>`);
    });
    const { asked } = await visit(at('127.0.0.1', '/reading'), { ...spec, waitForMs: 1_000 });
    expect(asked).toEqual([
      ...['/beacon', '/fetched', '/own.png', '/reading'].map((path) => `127.0.0.1${path}`),
      ...['/framed', '/in-frame.png'].map((path) => `partner.example${path}`),
    ]);
  });
});

describe('request interception', () => {
  it.each<[string, Partial<ScrapeSpec>]>([
    ['with ad blocking,', { blockAds: true }],
    ['with headers of the caller,', { blockAds: false, headers: { 'x-key': 'k' } }],
  ])('passes %s bodies, form redirects and slow responses unchanged', async (_, spec) => {
    const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request);
      response.writeHead(303, { location: `/shown?${request.method}-${body.length}-${body.includes('filled')}` }).end();
    };
    site.serve('/echo', (request, response) => void echo(request, response));
    site.serve('/shown', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(`<p>${request.url}</p>`);
      setTimeout(() => response.end('<p>and the end</p>'), 600);
    });
    site.serve(
      '/form',
      `<form method=post action=/echo enctype=multipart/form-data><input name=a value=filled></form><script>
        fetch('/echo', { method: 'POST', body: new Blob(['x'.repeat(300000)]) }).then((answer) => answer.text())
          .then((text) => { document.forms[0].elements.a.value += text; document.forms[0].submit() })</script>`,
    );
    const { html, asked } = await visit(at('127.0.0.1', '/form'), spec);
    expect(asked.filter((path) => path.includes('/shown'))).toEqual([
      expect.stringMatching(/\/shown\?POST-\d{3}-true$/),
      '127.0.0.1/shown?POST-300000-false',
    ]);
    expect(html).toContain('and the end');
  });
});

describe('headers of the caller', () => {
  const headers = {
    Authorization: 'Bearer secret',
    Cookie: 'sid=42; theme=dark',
    'User-Agent': 'mine/1',
    'X-Key': 'k',
    Accept: 'text/x, */*',
    'Accept-Language': 'tlh',
    Referer: 'https://from.example/page',
    'Accept-Encoding': 'rot13',
    'Sec-Fetch-Site': 'forged',
    'Not a name': 'x',
    'X-Broken': 'a\r\nb: c',
  };
  const read = (server: PageServer, path: string) => server.requests.findLast(({ url }) => url === path)!.headers;

  async function fetchOverHttp(url: string): Promise<void> {
    const deadline = new Deadline(Date.now() + 30_000, new AbortController().signal);
    const slots = new Slots(1, 0);
    const http = new HttpFetcher({ client, slots, version: () => '147', maxBytes: 1_000_000 });
    const spec = scrapeSpec({ headers });
    await http.fetch({ url, sourceUrl: url, spec, profile: 'plain', priority: 'interactive' }, deadline);
    deadline.release();
  }

  it.each([
    ['a browser with ad blocking', (url: string) => harness.captureOf(url, { headers, blockAds: true })],
    ['a browser without ad blocking', (url: string) => harness.captureOf(url, { headers, blockAds: false })],
    ['HTTP', fetchOverHttp],
  ])('sends headers by %s to the origin of the page only', async (_, visitBy) => {
    elsewhere.serve('/landed', '<p>landed</p>');
    site.serve('/start', (_request, response) => response.writeHead(302, { location: '/go' }).end());
    site.serve('/go', (_request, response) =>
      response.writeHead(302, { location: `${elsewhere.origin}/landed`, 'set-cookie': 'theme=light' }).end(),
    );
    await visitBy(`${site.origin}/start`);
    expect(read(site, '/go')).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'sid=42; theme=dark',
      'user-agent': 'mine/1',
      'x-key': 'k',
      accept: 'text/x, */*',
      'accept-language': 'tlh',
      referer: 'https://from.example/page',
    });
    for (const name of ['x-broken', 'not a name']) expect(read(site, '/go')).not.toHaveProperty([name]);
    expect([read(site, '/go')['accept-encoding'], read(site, '/go')['sec-fetch-site']]).not.toContain('rot13');
    const landed = read(elsewhere, '/landed');
    expect(landed['user-agent']).toBe('mine/1');
    expect(JSON.stringify(landed)).not.toMatch(/secret|sid=42|theme=dark|x-key|tlh|text\/x/);
  });

  it("sends headers with requests to the page's origin, but document headers with the document only", async () => {
    site.serve('/api', (_, response) => response.end('{}'));
    const url = site.serve(
      '/app',
      `<script>fetch('/api', { headers: { Accept: 'application/json', Authorization: 'Bearer of-the-page' } })</script><img src="/own.png">`,
    );
    await harness.captureOf(url, { headers, blockAds: true });
    expect(read(site, '/api')).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer of-the-page',
      'x-key': 'k',
      referer: url,
    });
    expect(read(site, '/own.png')).toMatchObject({ authorization: 'Bearer secret', cookie: 'sid=42; theme=dark' });
  });
});
