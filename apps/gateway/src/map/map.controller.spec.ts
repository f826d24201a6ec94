import { gzipSync } from 'node:zlib';
import type { MapSite } from '@orbweaver/contracts';
import type { MapLink } from '@orbweaver/core';
import { until } from '@orbweaver/testing';
import { startGateway, type TestGateway } from '../../test/start-gateway';

const LINKS: MapLink[] = [
  { url: 'https://a.example/1', title: 'One', description: 'First' },
  { url: 'https://a.example/2' },
];

describe('map', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ MAPS_PER_TEAM: '2' });
  });
  beforeEach(() => {
    gateway.published.length = 0;
    gateway.onPublish = () => undefined;
  });
  afterAll(() => gateway.close());

  const sent = (type: string) =>
    gateway.published.map(({ message }) => message).filter((message) => message.type === type);
  /** Acts as the frontier: answers every map with `parts`. */
  const answerWith = (parts: MapLink[][], end: { isCut?: boolean; warnings?: string[]; parts?: number } = {}) => {
    gateway.onPublish = ({ message }) => {
      if (message.type !== 'MapSite') return;
      const { mapId } = message;
      const { isCut = false, warnings = [] } = end;
      void (async () => {
        await gateway.publisher.publish('mapReplies', mapId, { type: 'MapProgress', mapId, urls: 1, pages: 1 });
        for (const [part, links] of parts.entries()) {
          const bytes = new Uint8Array(gzipSync(JSON.stringify(links)));
          await gateway.publisher.publish('mapReplies', mapId, {
            type: 'UrlsMapped',
            mapId,
            part,
            urls: links.length,
            links: bytes,
          });
        }
        const urls = parts.flat().length;
        await gateway.publisher.publish('mapReplies', mapId, {
          type: 'MapEnded',
          mapId,
          parts: end.parts ?? parts.length,
          urls,
          isCut,
          warnings,
        });
      })();
    };
  };
  const map = (body: object, version = 'v2', headers: Record<string, string> = {}) =>
    gateway.call(`/${version}/map`, { body: { url: 'a.example', ...body }, headers });

  it.each<[string, object, object]>([
    ['v2', { success: true, id: expect.any(String), links: LINKS }, {}],
    ['v1', { success: true, links: ['https://a.example/1', 'https://a.example/2'] }, {}],
  ])('joins the parts of a map in %s and bills one credit', async (version, expected) => {
    answerWith(LINKS.map((link) => [link]));
    expect((await map({}, version)).body).toEqual(expected);
    expect(sent('RequestBilled')).toMatchObject([{ teamId: gateway.teamId, operation: 'map', credits: 1 }]);
    expect(sent('CancelMap')).toEqual([]);
  });

  it.each<[string, object, object]>([
    [
      'v2',
      {},
      {
        url: 'http://a.example',
        limit: 5000,
        sitemap: 'include',
        filterByPath: true,
        includesStart: false,
        usesStoredPages: true,
      },
    ],
    ['v1', {}, { limit: 5000, sitemap: 'include', includesStart: true }],
    [
      'v2',
      { sitemap: 'only', limit: 100_000, search: ' lamps ' },
      { sitemap: 'only', limit: 100_000, search: 'lamps' },
    ],
    ['v1', { ignoreSitemap: true }, { sitemap: 'skip' }],
    ['v1', { ignoreSitemap: true, sitemapOnly: true, limit: 30_000 }, { sitemap: 'only', limit: 30_000 }],
    ['v2', { ignoreCache: true }, { usesStoredPages: false }],
    ['v2', { useIndex: false }, { usesStoredPages: false }],
    ['v2', { crawlEntireDomain: true }, { filterByPath: false }],
    ['v1', { allowBackwardLinks: true }, { filterByPath: false }],
    ['v2', { filterByPath: false }, { filterByPath: false }],
    [
      'v2',
      { delay: 2, ignoreRobotsTxt: true, robotsUserAgent: 'MyBot' },
      { delaySeconds: 2, ignoreRobotsTxt: true, robotsUserAgent: 'MyBot' },
    ],
  ])('translates a body of %s: %j', async (version, body, spec) => {
    answerWith([LINKS]);
    expect((await map(body, version)).status).toBe(200);
    expect(sent('MapSite')).toMatchObject([{ spec }]);
  });

  it.each<[string, object, object]>([
    ['v2', {}, { ignoreQueryParameters: true, allowSubdomains: true, deduplicateSimilarURLs: false }],
    ['v1', {}, { ignoreQueryParameters: true, allowSubdomains: true, deduplicateSimilarURLs: true }],
    [
      'v2',
      { includeSubdomains: false, ignoreQueryParameters: false },
      { ignoreQueryParameters: false, allowSubdomains: false },
    ],
    [
      'v1',
      { maxDepth: 3, includePaths: ['^/a'], excludePaths: ['b$'] },
      { maxPathDepth: 3, includePaths: ['^/a'], excludePaths: ['b$'] },
    ],
    ['v2', { maxDiscoveryDepth: 1, allowExternalLinks: true }, { maxDiscoveryDepth: 1, allowExternalLinks: true }],
  ])('translates the scope of a body of %s: %j', async (version, body, scope) => {
    answerWith([LINKS]);
    await map(body, version);
    expect((sent('MapSite')[0] as MapSite).spec.scope).toMatchObject(scope);
  });

  it('sends headers and location with the pages, and leaves time for the answer', async () => {
    answerWith([LINKS]);
    await map({ headers: { 'x-a': 'b' }, location: { country: 'de' }, timeout: 5_000, zeroDataRetention: true });
    const [site] = sent('MapSite') as MapSite[];
    expect(site).toMatchObject({ ttlMs: 4_500, zeroDataRetention: true });
    expect(site?.spec.scrape).toMatchObject({
      headers: { 'x-a': 'b' },
      location: { country: 'DE' },
      formats: [],
      maxAgeMs: 0,
      storeInCache: false,
    });
  });

  it.each<[string, object, RegExp]>([
    [
      'cut',
      { isCut: true },
      /^The map ended at its timeout \(30 s\), so URLs may be missing\. Set a higher timeout\.$/,
    ],
    ['warned', { warnings: ['A sitemap was not read completely.'] }, /^A sitemap was not read completely\.$/],
  ])('returns what was found with a warning: %s', async (_, end, warning) => {
    answerWith([LINKS], end);
    const { body } = await map({});
    expect(body.links).toHaveLength(2);
    expect(body.warning).toMatch(warning);
  });

  it('names options without effect', async () => {
    answerWith([LINKS]);
    const { body } = await map({
      auditMetadata: { user: 'me' },
      maxDiscoveryDepth: 5,
      location: { country: 'DE', city: 'Bonn' },
    });
    expect(body.warning).toMatch(
      /^auditMetadata .* maxDiscoveryDepth above 2 .* Unknown keys were ignored: location\.city/,
    );
  });

  it.each<[string, number | undefined, boolean]>([
    ['http://a.example/blog', undefined, true],
    ['http://docs.a.example', undefined, true],
    ['http://a.example', undefined, false],
    ['http://www.a.example/', undefined, false],
    ['http://a.example/blog', 1, false],
  ])('advises to map the base domain of %s with the limit %s: %s', async (url, limit, advises) => {
    answerWith([LINKS.slice(0, 1)]);
    const { body } = await map({ url, ...(limit === undefined ? {} : { limit }) });
    expect(body.warning).toBe(
      advises ? 'Only 1 result(s) found. For more results, map the base domain: http://a.example' : undefined,
    );
  });

  it('answers 408 when nothing was found in time, cancels the map and bills nothing', async () => {
    const late = await map({ timeout: 100 });
    expect(late).toMatchObject({ status: 408, body: { success: false, code: 'MAP_TIMEOUT', error: 'Map timed out' } });
    expect(sent('CancelMap')).toHaveLength(1);
    answerWith([], { isCut: true });
    expect(await map({})).toMatchObject({ status: 408 });
    expect(sent('RequestBilled')).toEqual([]);
  });

  it('returns the parts that arrived before the timeout', async () => {
    answerWith([LINKS], { parts: 2 });
    const { status, body } = await map({ timeout: 1_000 });
    expect({ status, links: body.links }).toEqual({ status: 200, links: LINKS });
    expect(body.warning).toMatch(/^The map ended at its timeout \(1 s\)/);
  });

  it('cancels the map when the caller leaves, and bills nothing', async () => {
    const leaving = new AbortController();
    const call = gateway.call('/v2/map', { body: { url: 'a.example' }, signal: leaving.signal }).catch(() => 'gone');
    await until('the map', () => sent('MapSite').length === 1);
    leaving.abort();
    expect(await call).toBe('gone');
    await until('the cancellation', () => sent('CancelMap').length === 1);
    expect(sent('RequestBilled')).toEqual([]);
  });

  it('limits the concurrent maps of a team', async () => {
    const running = [map({ timeout: 1_000 }), map({ timeout: 1_000 })];
    await until('two maps', () => sent('MapSite').length === 2);
    const third = await map({});
    expect(third).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('Too many concurrent maps: 2') },
    });
    expect(third.headers.get('retry-after')).toBe('5');
    await Promise.all(running);
  });

  it('streams progress, links and the end, or the error', async () => {
    const accept = { accept: 'text/event-stream' };
    answerWith(LINKS.map((link) => [link]));
    const { body } = await map({}, 'v2', accept);
    const events = [...String(body).matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event, data]) => [
      event,
      JSON.parse(data ?? ''),
    ]);
    expect(events).toEqual([
      ['progress', { urls: 1, pages: 1 }],
      ['links', [LINKS[0]]],
      ['links', [LINKS[1]]],
      ['done', { success: true, id: expect.any(String), urls: 2 }],
    ]);
    gateway.onPublish = () => undefined;
    const late = await map({ timeout: 100 }, 'v2', accept);
    expect(late.body).toContain('event: error\ndata: {"success":false,"code":"MAP_TIMEOUT","error":"Map timed out"}');
  });

  it('cuts the stream after an internal error, so that it does not end like a complete one', async () => {
    answerWith([LINKS]);
    const answer = gateway.onPublish;
    gateway.onPublish = (published) => {
      if (published.message.type === 'MapSite') throw new Error('broken');
      return answer?.(published);
    };
    await expect(map({}, 'v2', { accept: 'text/event-stream' })).rejects.toThrow();
  });
});
