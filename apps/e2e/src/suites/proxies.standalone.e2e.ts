import {
  type FixtureSite,
  type ProxyServer,
  startFixtureSite,
  startProxyServer,
  WELCOME_ADDRESS,
} from '@orbweaver/testing';
import type { WireDocument } from '../harness/api-client';
import { runJob } from '../harness/jobs';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const PLAIN = '127.0.0.7';
const GERMAN = '127.0.0.8';
/** Proxies are used in turn for requests without a country. */
const ANY = [PLAIN, GERMAN];
const STEALTH = [WELCOME_ADDRESS];

/** The client address that a site saw, and the credits. */
interface Way {
  path: '/address' | '/guarded';
  options: object;
  seenAs: string[];
  statusCode?: number;
  proxyUsed: 'basic' | 'stealth';
  creditsUsed: number;
}

const basic = { proxyUsed: 'basic', creditsUsed: 1 } as const;
const stealth = { seenAs: STEALTH, proxyUsed: 'stealth', creditsUsed: 5 } as const;

const ways: [name: string, way: Way][] = [
  ['basic', { path: '/address', options: { proxy: 'basic' }, seenAs: ANY, ...basic }],
  [
    'basic from a country',
    { path: '/address', options: { proxy: 'basic', location: { country: 'de' } }, seenAs: [GERMAN], ...basic },
  ],
  ['basic in the browser', { path: '/address', options: { proxy: 'basic', waitFor: 1 }, seenAs: ANY, ...basic }],
  ['stealth', { path: '/address', options: { proxy: 'stealth' }, ...stealth }],
  ['enhanced', { path: '/address', options: { proxy: 'enhanced' }, ...stealth }],
  ['auto on a site that accepts basic', { path: '/address', options: { proxy: 'auto' }, seenAs: ANY, ...basic }],
  ['auto on a site that accepts stealth only', { path: '/guarded', options: { proxy: 'auto' }, ...stealth }],
  ['auto in the browser', { path: '/guarded', options: { proxy: 'auto', waitFor: 1 }, ...stealth }],
];

describe('with proxies configured', () => {
  let site: FixtureSite;
  let proxies: ProxyServer[];
  let system: System;
  beforeAll(async () => {
    site = await startFixtureSite();
    proxies = await Promise.all([PLAIN, GERMAN, WELCOME_ADDRESS].map((seenAs) => startProxyServer({ seenAs })));
    const [plain, german, hidden] = proxies.map((proxy) => proxy.url.replace(/\/$/, ''));
    system = await startStandalone({ PROXY_BASIC: `${plain},${german}/?country=DE`, PROXY_STEALTH: `${hidden}` });
  });
  afterAll(async () => {
    await system.stop();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await site.close();
  });

  const expectWay = (document: WireDocument, way: Way): void => {
    expect(way.seenAs).toContain(/Seen as ([\d.]+)\./.exec(document.markdown ?? '')?.[1]);
    const { proxyUsed, creditsUsed } = way;
    expect(document.metadata).toMatchObject({ statusCode: 200, proxyUsed, creditsUsed });
    expect(document.warning).toBeUndefined();
  };

  it.each(ways)('uses and bills the requested proxy for a scrape: %s', async (_, way) => {
    const replies = await Promise.all(
      ['v1', 'v2'].map((version) =>
        system.api().post(`/${version}/scrape`, { url: site.main + way.path, maxAge: 0, ...way.options }),
      ),
    );
    for (const { status, body } of replies) {
      if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
      expectWay(body.data, way);
    }
  });

  it("returns the site's refusal without stealth", async () => {
    const reply = await system.api().post('/v2/scrape', { url: `${site.main}/guarded`, proxy: 'basic', maxAge: 0 });
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { metadata: { statusCode: 403, error: 'Forbidden', proxyUsed: 'basic', creditsUsed: 1 } } },
    });
  });

  it('uses and bills the requested proxy for batches and crawls', async () => {
    const url = `${site.main}/guarded`;
    const [batch, crawl] = await Promise.all([
      runJob(system.api(), '/v2/batch/scrape', { urls: [url, `${site.main}/address`], proxy: 'auto', maxAge: 0 }),
      runJob(system.api(), '/v1/crawl', { url, limit: 1, ignoreSitemap: true, scrapeOptions: { proxy: 'stealth' } }),
    ]);
    expect(batch).toMatchObject({ errors: [], status: { completed: 2, creditsUsed: 6 } });
    expect(crawl).toMatchObject({ errors: [], status: { completed: 1, creditsUsed: 5 } });
    expect(crawl.documents[0]?.metadata).toMatchObject({ proxyUsed: 'stealth', statusCode: 200 });
  });
});
