import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import { crawlScope, listenOnFreshPort, startTestDatabase, type TestDatabase, until } from '@orbweaver/testing';
import { mapSpec, startTestMaps, type TestMaps } from '../../test/test-map';

jest.setTimeout(60_000);

type Answer = string | 'hangs' | ((response: ServerResponse) => void);

const linksTo = (...paths: string[]) => paths.map((path) => `<a href="${path}">to ${path}</a>`).join(' ');
const urlset = (...urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** 1 MiB. */
const FOREIGN_URLS = '<url><loc>https://elsewhere.example/page</loc></url>'.repeat(21_400);

describe('SiteMapper', () => {
  let scratch: TestDatabase;
  let maps: TestMaps;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    scratch = await startTestDatabase();
  });
  beforeEach(() => {
    maps = startTestMaps(scratch.database);
  });
  afterEach(async () => {
    await maps.close();
    for (const close of closing.splice(0)) await close();
  });
  afterAll(() => scratch.close());

  const serve = async (answers: (origin: string, path: string) => Answer | undefined) => {
    const requested: string[] = [];
    let origin = '';
    const server = createServer(({ url = '/' }: IncomingMessage, response) => {
      requested.push(url);
      const answer = answers(origin, url);
      if (answer === 'hangs') return;
      if (typeof answer === 'function') answer(response);
      else response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(answer);
    });
    origin = `http://127.0.0.1:${await listenOnFreshPort(server, '127.0.0.1')}`;
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { origin, requested };
  };
  const at = (origin: string, urls: string[]) => urls.map((url) => url.slice(origin.length) || '/').sort();

  it('joins the URLs of a sitemap index, the start page and the pages below it', async () => {
    const site = await serve(
      (origin, path) =>
        ({
          '/robots.txt': `Sitemap: ${origin}/index.xml`,
          '/index.xml': index(`${origin}/a.xml`, `${origin}/b.xml`),
          '/a.xml': urlset(`${origin}/1/`, `${origin}/2?x=1`),
          '/b.xml': urlset(`${origin}/3#part`, 'http://10.0.0.1/private', 'ftp://a.example/'),
          '/': linksTo('/4', '/1'),
          '/4': linksTo('/5', '/4'),
          '/1': linksTo('https://elsewhere.example/'),
        })[path],
    );
    const { links, urls, isCut, warnings } = await maps.map(mapSpec(site.origin));
    expect(at(site.origin, urls)).toEqual(['/1', '/2', '/3', '/4', '/5']);
    expect(links).toContainEqual({ url: `${site.origin}/5`, title: 'to /5' });
    expect({ isCut, warnings }).toEqual({ isCut: false, warnings: [] });
    expect(site.requested).not.toContain('/5');
  });

  it.each<[string, (origin: string, path: string) => Answer | undefined, isIncomplete: boolean]>([
    [
      'nested without end',
      (origin, path) =>
        path.startsWith('/s') ? index(`${origin}/s${Number(path.replace(/\D/g, '')) + 1}.xml`) : undefined,
      true,
    ],
    ['of more than 50 MB', (_, path) => (path === '/sitemap.xml' ? streamOf(60, FOREIGN_URLS) : undefined), true],
    ['that hang', (_, path) => (path.endsWith('.xml') ? 'hangs' : undefined), true],
    [
      'that redirect to a private address',
      (_, path) => (path.endsWith('.xml') ? redirectTo('http://10.0.0.1/') : undefined),
      false,
    ],
    [
      'on a private address',
      (_, path) => (path === '/robots.txt' ? 'Sitemap: http://10.0.0.1/sitemap.xml' : undefined),
      false,
    ],
  ])('lists the links of a site with sitemaps %s', async (_, answers, isIncomplete) => {
    const site = await serve(
      (origin, path) => answers(origin, path) ?? { '/': linksTo('/a'), '/a': linksTo('/b') }[path],
    );
    const { urls, isCut, warnings, tookMs } = await maps.map(mapSpec(site.origin), { ttlMs: 4_000 });
    expect(at(site.origin, urls)).toEqual(['/a', '/b']);
    const tells = isCut || warnings.some((text) => /^The sitemap .* was not read completely\.$/.test(text));
    expect(tells).toBe(isIncomplete);
    expect(tookMs).toBeLessThan(5_000);
  });

  it('lists the sitemap of a site whose robots.txt is not served, and fetches none of its pages', async () => {
    const site = await serve(
      (origin, path) =>
        ({
          '/robots.txt': (response: ServerResponse) => void response.writeHead(503).end(),
          '/sitemap.xml': urlset(`${origin}/1`),
          '/': linksTo('/2'),
        })[path],
    );
    const { urls, warnings, tookMs } = await maps.map(mapSpec(site.origin));
    expect(at(site.origin, urls)).toEqual(['/1']);
    expect(warnings).toEqual([`robots.txt of ${site.origin} was not served, so no page of it was read for links.`]);
    expect(maps.fetched).toEqual([]);
    expect(tookMs).toBeLessThan(8_000);
  });

  it('loses only the time limit of a page that hangs', async () => {
    const site = await serve(
      (_, path) =>
        ({ '/': linksTo('/slow', '/a', '/b'), '/slow': 'hangs' as const, '/a': linksTo('/c'), '/b': linksTo('/d') })[
          path
        ],
    );
    const { urls, isCut } = await maps.map(mapSpec(site.origin));
    expect(at(site.origin, urls)).toEqual(['/a', '/b', '/c', '/d', '/slow']);
    expect(isCut).toBe(false);
  });

  it('lists disallowed URLs and fetches none of them', async () => {
    const site = await serve(
      (_, path) => ({ '/robots.txt': 'User-agent: *\nDisallow: /private', '/': linksTo('/private/a', '/b') })[path],
    );
    const { urls } = await maps.map(mapSpec(site.origin));
    expect(at(site.origin, urls)).toEqual(['/b', '/private/a']);
    expect(at(site.origin, maps.fetched)).toEqual(['/', '/b']);
    const other = await serve((_, path) => ({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': linksTo('/b') })[path]);
    const { warnings } = await maps.map(mapSpec(`${other.origin}/`));
    expect(warnings).toEqual(['robots.txt disallows the start page, so it was not read for links.']);
  });

  it('keeps the crawl delay of the site and ends at its deadline', async () => {
    const times: number[] = [];
    const site = await serve((_, path) => {
      if (!path.includes('.')) times.push(performance.now());
      return { '/robots.txt': 'User-agent: *\nCrawl-delay: 1', '/': linksTo('/a', '/b', '/c', '/d') }[path];
    });
    const { urls, isCut } = await maps.map(mapSpec(site.origin), { ttlMs: 3_500 });
    expect(at(site.origin, urls)).toEqual(['/a', '/b', '/c', '/d']);
    expect(isCut).toBe(true);
    expect(times.length).toBeGreaterThan(1);
    expect(times.length).toBeLessThan(5);
    for (const [n, time] of times.slice(1).entries()) expect(time - (times[n] ?? 0)).toBeGreaterThan(950);
  });

  it('fetches a page again after the pause that its host asks for', async () => {
    let asked = 0;
    const site = await serve((_, path) => {
      if (path !== '/a') return { '/': linksTo('/a') }[path];
      asked += 1;
      const busy = (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '1' }).end();
      return asked === 1 ? busy : linksTo('/b');
    });
    expect(at(site.origin, (await maps.map(mapSpec(site.origin))).urls)).toEqual(['/a', '/b']);
  });

  it('reads an index of hundreds of sitemaps', async () => {
    const site = await serve((origin, path) =>
      path === '/sitemap.xml'
        ? index(...Array.from({ length: 300 }, (_, n) => `${origin}/part${n}.xml`))
        : path.startsWith('/part')
          ? urlset(origin + path.replace('.xml', ''))
          : undefined,
    );
    const { urls, warnings } = await maps.map(mapSpec(site.origin, { sitemap: 'only' }));
    expect(urls).toHaveLength(300);
    expect(warnings).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['an error', (response) => void response.writeHead(500).end(), /^The start page answered with status 500\.$/],
    [
      '429 and a long pause',
      (response) => void response.writeHead(429, { 'retry-after': '120' }).end(),
      /^127\.0\.0\.1:\d+ limits the number of requests \(429 or 503\)/,
    ],
  ])('warns when the start page answers with %s', async (_, answer, warning) => {
    const site = await serve((_, path) => (path === '/' ? answer : undefined));
    const { urls, warnings } = await maps.map(mapSpec(site.origin));
    expect(urls).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('stops at the limit, and reads on for the best matches of a search', async () => {
    const site = await serve(
      (origin, path) =>
        ({
          '/sitemap.xml': urlset(...Array.from({ length: 300 }, (_, n) => `${origin}/p${n}`), `${origin}/blue-lamps`),
        })[path],
    );
    expect((await maps.map(mapSpec(site.origin, { limit: 7 }))).urls).toHaveLength(7);
    const found = await maps.map(mapSpec(site.origin, { limit: 7, search: 'lamps' }));
    expect(found.urls).toHaveLength(7);
    expect(found.urls[0]).toBe(`${site.origin}/blue-lamps`);
  });

  it('answers large maps in messages of less than 1 MiB', async () => {
    const long = 'x'.repeat(6000);
    const site = await serve(
      (origin, path) =>
        ({ '/sitemap.xml': urlset(...Array.from({ length: 500 }, (_, n) => `${origin}/${long}${n}`)) })[path],
    );
    expect((await maps.map(mapSpec(site.origin))).urls).toHaveLength(500);
    const parts = maps.publisher.of('mapReplies').filter(({ type }) => type === 'UrlsMapped');
    expect(parts.length).toBeGreaterThan(5);
  });

  it('stops fetching when the map is cancelled, and sends no answer', async () => {
    const site = await serve((_, path) => (path === '/' ? linksTo('/a', '/b') : 'hangs'));
    const map = {
      type: 'MapSite' as const,
      mapId: '0198a7c2-5d10-7a31-9c44-1f2e3d4c5b6a',
      teamId: '0198a7c0-0000-7000-8000-000000000001',
    };
    maps.runs.start(
      { ...map, spec: mapSpec(site.origin, { sitemap: 'skip', ignoreRobotsTxt: true }), ttlMs: 30_000 },
      30_000,
    );
    await until('two pages', () => maps.fetched.length === 3);
    maps.runs.cancel(map.mapId);
    await maps.runs.onModuleDestroy();
    expect(maps.replies(map.mapId)).toEqual([]);
  });

  it('runs a bounded number of maps, and answers what it has when the process stops', async () => {
    await maps.close();
    maps = startTestMaps(scratch.database, { FRONTIER_MAP_CONCURRENCY: 1 });
    const site = await serve((_, path) => (path === '/' ? linksTo('/a') : 'hangs'));
    const spec = mapSpec(site.origin, { sitemap: 'skip', ignoreRobotsTxt: true });
    const first = maps.map(spec);
    const second = maps.map(spec).catch((error: Error) => error.message);
    await until('the second page', () => maps.fetched.length === 2);
    maps.stopping.begin();
    expect(await first).toMatchObject({ urls: [`${site.origin}/a`], isCut: false, isStopped: true });
    expect(await second).toBe('the map has not ended');
    expect(maps.fetched).toHaveLength(2);
  });

  it('lists stored pages of the team and the site, with their titles', async () => {
    const site = await serve((_, path) => ({ '/': linksTo('/a') })[path]);
    const [own, other] = [randomUUID(), randomUUID()];
    const elsewhere = site.origin.replace(/\d+$/, '1');
    await store(scratch, own, [`${site.origin}/stored`, `${elsewhere}/stored`, 'http://elsewhere.example/']);
    await store(scratch, other, [`${site.origin}/foreign`]);
    const { links } = await maps.map(mapSpec(site.origin), { teamId: own });
    expect(links).toContainEqual({ url: `${site.origin}/stored`, title: 'Stored', description: 'Words' });
    expect(
      at(
        site.origin,
        links.map(({ url }) => url),
      ),
    ).toEqual(['/a', '/stored']);
    const without = await maps.map(mapSpec(site.origin, { usesStoredPages: false }), { teamId: own });
    expect(at(site.origin, without.urls)).toEqual(['/a']);
    expect(at(site.origin, (await maps.map(mapSpec(site.origin, { sitemap: 'only' }), { teamId: own })).urls)).toEqual(
      [],
    );
  });

  it('lists titles of encrypted pages, and decrypts few of them in a turn of the event loop', async () => {
    await maps.close();
    const [key, lost] = [new ContentKey(randomBytes(32)), new ContentKey(randomBytes(32))];
    const cipher = new ContentCipher([key]);
    maps = startTestMaps(scratch.database, {}, cipher);
    const site = await serve((_, path) => ({ '/': linksTo('/a') })[path]);
    const teamId = randomUUID();
    const urls = Array.from({ length: 150 }, (_, n) => `${site.origin}/stored/${n}`);
    await store(scratch, teamId, urls, (index) => (index === 3 ? new ContentCipher([lost]) : cipher));
    let inTurn = 0;
    let mostInTurn = 0;
    const decryptJson = cipher.decryptJson.bind(cipher);
    jest.spyOn(cipher, 'decryptJson').mockImplementation((place, json) => {
      if (inTurn++ === 0) setImmediate(() => (inTurn = 0));
      mostInTurn = Math.max(mostInTurn, inTurn);
      return decryptJson(place, json);
    });
    const { links } = await maps.map(mapSpec(site.origin), { teamId });
    const named = links.filter(({ title }) => title === 'Stored');
    expect(named).toHaveLength(149);
    expect(named[0]).toEqual({ url: `${site.origin}/stored/0`, title: 'Stored', description: 'Words' });
    expect(links).toContainEqual({ url: `${site.origin}/stored/3` });
    expect(mostInTurn).toBeGreaterThan(1);
    expect(mostInTurn).toBeLessThanOrEqual(100);
  });

  it('lists and requests no URL of a closed host: links, redirects, sitemaps and stored pages', async () => {
    const closed = await serve((origin, path) => ({ '/': linksTo('/x'), '/s.xml': urlset(`${origin}/y`) })[path]);
    const port = new URL(closed.origin).port;
    const site = await serve(
      (origin, path) =>
        ({
          '/robots.txt': `Sitemap: ${closed.origin}/s.xml\nSitemap: ${origin}/own.xml`,
          '/own.xml': index(`${origin}/a.xml`, `${origin}/gone.xml`, `${closed.origin}/nested.xml`),
          '/gone.xml': redirectTo(`${closed.origin}/s.xml?moved`),
          '/a.xml': urlset(`${origin}/1`, `${closed.origin}/listed`),
          '/': linksTo('/2', '/moved', `${closed.origin}/linked`),
          '/moved': redirectTo(`${closed.origin}/`),
        })[path],
    );
    const teamId = randomUUID();
    await store(scratch, teamId, [`${closed.origin}/stored`]);
    const hosts = { allowed: [], closed: [`127.0.0.1:${port}`] };
    const scope = crawlScope({ allowExternalLinks: true });
    const spec = mapSpec(site.origin, { scope });
    const { urls } = await maps.map({ ...spec, scrape: { ...spec.scrape, hosts } }, { teamId });
    expect(at(site.origin, urls)).toEqual(['/1', '/2', '/moved']);
    expect(closed.requested).not.toContain('/s.xml');
    expect(closed.requested).not.toContain('/nested.xml');
  });

  it('advises to map the site that the start page redirects to', async () => {
    const target = await serve((_, path) => ({ '/': linksTo('/a') })[path]);
    const moved = target.origin.replace('127.0.0.1', 'localhost');
    const site = await serve((_, path) => (path === '/' ? redirectTo(moved) : undefined));
    const { urls, warnings } = await maps.map(mapSpec(site.origin));
    expect(urls).toEqual([]);
    expect(warnings).toEqual([`The start page redirects to another site. Map it instead: ${moved}/`]);
  });

  it('lists the start URL first, unified, if asked', async () => {
    const site = await serve((_, path) => ({ '/': linksTo('/b/index.html', '/b', '/') })[path]);
    const scope = crawlScope({ ignoreQueryParameters: true });
    const { urls } = await maps.map(mapSpec(`${site.origin}/`, { scope, includesStart: true }));
    expect(at(site.origin, urls)).toHaveLength(2);
    expect(urls[0]).toBe(site.origin);
  });
});

/** A completed crawl of a team, with a document for each URL. */
async function store(
  { database }: TestDatabase,
  teamId: string,
  urls: string[],
  cipherOf: (index: number) => ContentCipher = () => new ContentCipher(),
): Promise<void> {
  const jobId = randomUUID();
  const spec = { kind: 'crawl', url: urls[0] };
  const ended = { state: 'completed', completed: urls.length, completedAt: new Date(), expiresAt: new Date() };
  await database.job.create({ data: { id: jobId, teamId, kind: 'crawl', spec, ...ended } });
  for (const [index, url] of urls.entries()) {
    const id = randomUUID();
    const page = { id, jobId, teamId, ordinal: index + 1, state: 'done', epoch: 1, url, sourceUrl: url, depth: 0 };
    await database.page.create({ data: { ...page, statusCode: 200 } });
    const plain = { title: 'Stored', description: 'Words', scrapeId: id };
    const metadata = cipherOf(index).encryptJson({ column: 'documents.metadata', row: id }, plain);
    await database.document.create({ data: { pageId: id, jobId, metadata, jsonBytes: 2 } });
  }
}

const redirectTo = (location: string) => (response: ServerResponse) => void response.writeHead(302, { location }).end();

const streamOf = (count: number, piece: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.write('<urlset>');
  const next = (left: number): void => {
    if (left === 0 || response.destroyed) response.end();
    else response.write(piece, () => next(left - 1));
  };
  next(count);
};
