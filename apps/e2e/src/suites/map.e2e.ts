import { randomBytes, randomUUID } from 'node:crypto';
import { until } from '@orbweaver/testing';
import type { ReplyBody } from '../harness/api-client';
import { dumpDatabase, withDatabase } from '../harness/dump-database';
import { holds } from '../harness/find-traces';
import { runJob } from '../harness/jobs';
import { type MappedSite, startIndexedSite, startMapSite } from '../harness/map-site';
import { addTeam, adminEnv, runCommand } from '../harness/run-admin';
import { htmlPage } from '../harness/small-site';
import { System } from '../harness/system';
import { testedVersions, type Version } from '../harness/versions';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('map', () => {
  const system = System.shared();
  const api = system.api();
  const sites: MappedSite[] = [];
  let site: MappedSite;
  beforeAll(async () => {
    site = await startIndexedSite();
    sites.push(site);
  });
  afterAll(() => Promise.all(sites.map((one) => one.stop())));

  const open = async (...given: Parameters<typeof startMapSite>): Promise<MappedSite> => {
    const opened = await startMapSite(...given);
    sites.push(opened);
    return opened;
  };
  const map = async (version: Version, url: string, options: object = {}, caller = api): Promise<ReplyBody> => {
    const reply = await caller.post(`/${version}/map`, { url, ...options });
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const urlsOf = ({ links }: ReplyBody): string[] =>
    links.map((link: { url: string } | string) => (typeof link === 'string' ? link : link.url));
  const pathsOf = (body: ReplyBody, origin = site.origin) =>
    urlsOf(body)
      .map((url) => url.slice(origin.length) || '/')
      .sort();

  const ALL = ['/', '/about', '/docs', '/docs/configure', '/docs/install', '/news/1', '/pricing', '/secret/plans'];

  it('lists URLs of sitemaps, links and a level below in v2, with titles', async () => {
    const body = await map('v2', site.origin);
    expect(Object.keys(body).sort()).toEqual(['id', 'links', 'success']);
    expect(body).toMatchObject({ success: true, id: expect.stringMatching(UUID) });
    expect(pathsOf(body)).toEqual(ALL);
    expect(body.links).toContainEqual({ url: `${site.origin}/news/1`, title: 'Prices fall' });
    expect(body.links).toContainEqual({ url: `${site.origin}/docs`, title: 'Docs' });
    expect(body.links).toContainEqual({ url: `${site.origin}/docs/install`, title: 'to /docs/install' });
    expect(site.requested.filter((path) => path.startsWith('/secret'))).toEqual([]);
  });

  if (testedVersions.includes('v1')) {
    it('lists strings in v1, the start URL first', async () => {
      const body = await map('v1', `${site.origin}/`, { ignoreCache: true });
      expect(Object.keys(body).sort()).toEqual(['links', 'success']);
      expect(body.links[0]).toBe(site.origin);
      expect(pathsOf(body)).toEqual(ALL);
      expect(pathsOf(await map('v1', site.origin, { sitemapOnly: true }))).toEqual([
        '/',
        '/about',
        '/news/1',
        '/pricing',
      ]);
      expect(pathsOf(await map('v1', site.origin, { ignoreSitemap: true, ignoreCache: true }))).toEqual(
        ALL.filter((path) => path !== '/about' && path !== '/news/1'),
      );
    });
  }

  it.each<[object, string[]]>([
    [{ sitemap: 'only' }, ['/about', '/news/1', '/pricing']],
    [{ sitemap: 'skip' }, ALL.filter((path) => path !== '/about' && path !== '/news/1')],
    [{ sitemap: 'only', ignoreQueryParameters: false }, ['/about?ref=sitemap', '/news/1', '/pricing']],
    [{ includePaths: ['^/docs/'] }, ['/docs', '/docs/configure', '/docs/install']],
    [{ excludePaths: ['^/docs', '^/secret'] }, ['/', '/about', '/news/1', '/pricing']],
    [{ sitemap: 'skip', maxDiscoveryDepth: 1 }, ['/', '/docs', '/pricing', '/secret/plans']],
  ])('applies %j', async (options, paths) => {
    expect(pathsOf(await map('v2', site.origin, { ...options, ignoreCache: true }))).toEqual(paths);
  });

  it('lists only URLs below the path of the start URL, and advises to map the base domain', async () => {
    expect(pathsOf(await map('v2', `${site.origin}/docs/`))).toEqual(['/docs/configure', '/docs/install']);
    expect(pathsOf(await map('v2', `${site.origin}/docs/`, { filterByPath: false }))).toContain('/pricing');
    const body = await map('v2', `${site.origin}/news/`);
    expect(pathsOf(body)).toEqual(['/news/1']);
    expect(body.warning).toContain(`Only 1 result(s) found. For more results, map the base domain: ${site.origin}`);
  });

  it('ranks by search before the cut to the limit', async () => {
    const { links } = await map('v2', site.origin, { search: 'pricing prices', limit: 2 });
    expect(links.map(({ url }: { url: string }) => url.slice(site.origin.length)).sort()).toEqual([
      '/news/1',
      '/pricing',
    ]);
    expect((await map('v2', site.origin, { limit: 1 })).links).toHaveLength(1);
  });

  it('returns what was found at the timeout, with a warning', async () => {
    const slow = await open(() => ({
      '/': htmlPage('Start', ['/a', '/hangs', '/b']),
      '/hangs': 'hangs',
      '/a': htmlPage('A', ['/c']),
    }));
    const startedAt = performance.now();
    const body = await map('v2', slow.origin, { timeout: 6_000 });
    expect(performance.now() - startedAt).toBeLessThan(6_500);
    expect(pathsOf(body, slow.origin)).toEqual(['/a', '/b', '/c', '/hangs']);
    expect(body.warning).toMatch(/^The map ended at its timeout \(6 s\), so URLs may be missing/);
  });

  it.each(testedVersions)('answers 408 when nothing was found in time in %s', async (version) => {
    const silent = await open(() => ({ '*': 'hangs' }));
    const reply = await api.post(`/${version}/map`, { url: silent.origin, timeout: 2_000 });
    expect(reply).toMatchObject({ status: 408, body: { success: false, code: 'MAP_TIMEOUT', error: 'Map timed out' } });
  });

  it('maps a site whose robots.txt fails by its sitemap, without fetching pages', async () => {
    const broken = await open((origin) => ({
      '/robots.txt': { status: 503, body: 'busy' },
      '/sitemap.xml': `<?xml version="1.0"?><urlset><url><loc>${origin}/a</loc></url></urlset>`,
      '/': htmlPage('Start', ['/b']),
    }));
    const body = await map('v2', broken.origin);
    expect(pathsOf(body, broken.origin)).toEqual(['/a']);
    expect(body.warning).toContain(`robots.txt of ${broken.origin} was not served`);
    expect(broken.requested).not.toContain('/');
  });

  it('does not follow a redirect to a private address', async () => {
    const moved = await open(() => ({ '/': { status: 302, location: 'http://10.0.0.1/' } }));
    const body = await map('v2', moved.origin, { timeout: 15_000 });
    expect(body.links).toEqual([]);
    expect(body.warning).toContain('The start page was not read for links: ');
  });

  it('stops when the caller leaves', async () => {
    const many = await open(() => ({
      '/': htmlPage(
        'Start',
        Array.from({ length: 300 }, (_, n) => `/p${n}`),
      ),
      '*': htmlPage('Page', []),
    }));
    const leaving = new AbortController();
    const url = new URL('/v2/map', api.nextBaseUrl());
    const headers = { authorization: `Bearer ${api.apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: many.origin, sitemap: 'skip', ignoreCache: true, delay: 0.05 });
    const gone = fetch(url, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => 'gone');
    await until('the first pages', () => many.requested.some((path) => path.startsWith('/p')));
    leaving.abort();
    expect(await gone).toBe('gone');
    await map('v2', many.origin, { sitemap: 'only' });
    const atEnd = many.requested.length;
    await map('v2', site.origin, { delay: 0.2 });
    expect(many.requested.length).toBe(atEnd);
    expect(atEnd).toBeLessThan(250);
  });

  it('bills one credit, and rejects a map without credits', async () => {
    const name = `team-${randomUUID()}`;
    const team = system.api(await addTeam(system, ['--credits', 'limited'], name));
    expect(await team.post('/v2/map', { url: site.origin })).toMatchObject({ status: 402 });
    await runCommand(['credits', 'grant', '--team', name, '--amount', '1', '--note', 'e2e'], adminEnv(system));
    await map('v2', site.origin, {}, team);
    const remaining = async () => (await team.get('/v2/team/credit-usage')).body.data.remainingCredits;
    await until('the bill', async () => (await remaining()) === 0);
    const refused = await team.post('/v2/map', { url: site.origin });
    expect(refused).toMatchObject({ status: 402, body: { success: false } });
    expect(refused.body.error).toMatch(/^Insufficient credits: the request needs at least 1; the team has 0 available/);
    expect(await remaining()).toBe(0);
  }, 180_000);

  it("lists URLs of the team's earlier jobs, and never those of other teams", async () => {
    const hidden = await open(() => ({ '/': htmlPage('Start', ['/shown']), '/hidden': htmlPage('Hidden', []) }));
    const [own, other] = [system.api(await addTeam(system)), system.api(await addTeam(system))];
    expect((await own.post('/v2/scrape', { url: `${hidden.origin}/hidden` })).status).toBe(200);
    await runJob(other, '/v2/crawl', { url: hidden.origin, limit: 1 });
    await until('the URL of the scrape', async () =>
      pathsOf(await map('v2', hidden.origin, {}, own), hidden.origin).includes('/hidden'),
    );
    expect((await map('v2', hidden.origin, {}, own)).links).toContainEqual({
      url: `${hidden.origin}/hidden`,
      title: 'Hidden',
    });
    expect(pathsOf(await map('v2', hidden.origin, { ignoreCache: true }, own), hidden.origin)).not.toContain('/hidden');
    expect(pathsOf(await map('v2', hidden.origin, {}, other), hidden.origin)).not.toContain('/hidden');
  }, 180_000);

  it('stores nothing with zeroDataRetention', async () => {
    const marker = `mark${randomBytes(9).toString('hex')}`;
    const marked = await open(() => ({
      [`/${marker}`]: htmlPage('Start', [`/${marker}/a`]),
      '*': htmlPage('Page', []),
    }));
    const options = { zeroDataRetention: true, headers: { 'x-secret': marker }, search: marker, delay: 0.1 };
    expect((await map('v2', `${marked.origin}/${marker}`, options)).links.length).toBeGreaterThan(0);
    const rows = await withDatabase(system, dumpDatabase);
    expect(rows.filter(({ bytes }) => holds(bytes, marker)).map(({ table }) => table)).toEqual([]);
  });

  it('streams its progress, its links and its end', async () => {
    const response = await fetch(new URL('/v2/map', api.nextBaseUrl()), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.apiKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ url: site.origin, ignoreCache: true, delay: 0.4 }),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = [...(await response.text()).matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event, data]) => ({
      event,
      data: JSON.parse(data ?? ''),
    }));
    const kinds = events.map(({ event }) => event);
    expect(kinds.slice(-2)).toEqual(['links', 'done']);
    expect(kinds[0]).toBe('progress');
    expect(events[0]?.data).toEqual({ urls: expect.any(Number), pages: expect.any(Number) });
    expect(pathsOf({ links: events.at(-2)?.data })).toEqual(ALL);
    expect(events.at(-1)?.data).toEqual({ success: true, id: expect.stringMatching(UUID), urls: ALL.length });
  });

  it.each<[Version, object, number, RegExp]>([
    ['v2', {}, 400, /^url is required/],
    ['v2', { url: 'https://a.example', limit: 100_001 }, 400, /^limit: /],
    ['v1', { url: 'https://a.example', limit: 30_001 }, 400, /^limit: /],
    ['v2', { url: 'https://a.example', sitemap: 'maybe' }, 400, /^sitemap: /],
    ['v2', { url: 'https://a.example', ignoreSitemap: true }, 400, /^ignoreSitemap/],
    ['v1', { url: 'https://a.example', sitemap: 'only' }, 400, /^sitemap/],
    ['v2', { url: 'https://a.example', timeout: 300_001 }, 400, /^timeout: /],
    ['v2', { url: 'https://a.example', search: 5 }, 400, /^search: /],
    ['v2', { url: 'https://a.example', includePaths: ['('] }, 400, /^includePaths: /],
    ['v2', { url: 'http://10.0.0.1/' }, 400, /^url: URL must point to a public address/],
    ['v2', { url: 'ftp://a.example' }, 400, /^url: URL uses unsupported protocol/],
  ])('rejects in %s: %j', async (version, body, status, error) => {
    const reply = await api.post(`/${version}/map`, body);
    expect(reply).toMatchObject({ status, body: { success: false } });
    expect(reply.body.error).toMatch(error);
  });
});
