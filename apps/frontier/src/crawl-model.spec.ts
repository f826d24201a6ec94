import { type CrawlScope, dedupKey, type JobSpec } from '@orbweaver/core';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';
import {
  type CrawlOptions,
  isAdmittedByModel,
  type MadeUpWeb,
  modelCrawl,
  modelHost,
  modelKey,
  modelUrl,
} from '../test/crawl-model';
import { TestActions } from '../test/test-actions';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../test/test-frontier';
import { judgeCandidates } from './admission/judge-candidates';
import { CompiledJob } from './jobs/compiled-jobs';

// Every crawl has its own database, which takes time on a busy machine.
jest.setTimeout(180_000 + 2_000 * Number(process.env.CASES ?? 0));

/** A seeded generator (mulberry32), so that failing cases can be repeated. */
function randomness(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return { below, pick, chance: (share: number) => next() < share };
}
type Random = ReturnType<typeof randomness>;

const HOSTS = [
  'site.test',
  'site.test',
  'site.test',
  'www.site.test',
  'docs.site.test',
  'other.test',
  'ann.github.io',
  'bob.github.io',
];
const PATHS = [
  ...['/', '/a', '/a/', '/a/b', '/a/b/', '/a/b/c', '/a/b/c/d', '/A', '/ab', '/a-b', '/a.b', '/a//b'],
  ...['/index.html', '/index.php', '/a/index.html', '/a/index.php/', '/a/b/index.html', '/a/myindex.html'],
  ...['/a/guide.html', '/a/intro.html', '/a/x.pdf', '/a/x.PNG', '/x.css', '/a/v1.2/b', '/a/v1.2'],
  ...[
    '/~joe/x',
    '/%7Ejoe/x',
    '/%7ejoe/',
    '/a/../b',
    '/b%20c',
    '/ü',
    '/a/b/a/b/a/b',
    '/a/b/a/b/a/c',
    '/secret/x',
    '/secret',
  ],
];
const QUERIES = ['', '', '', '?', '?p=1', '?p=2', '?p=1&q=2', '?q=2&p=1'];
const FRAGMENTS = ['', '', '', '#', '#top', '#/', '#/r', '#!/r', '#!r'];
const PATTERNS = [
  '',
  '^/a',
  '/b',
  'b$',
  '^/a/b',
  '^/$',
  'html?$',
  'x',
  '\\?p=1',
  'other.test',
  'docs',
  '^https://',
  'a|c',
];

const makeUrl = (random: Random) =>
  `${random.pick(['http', 'https'])}://${random.pick(HOSTS)}${random.pick(['', '', '', ':8080'])}` +
  random.pick(PATHS) +
  random.pick(QUERIES) +
  random.pick(FRAGMENTS);

/** `narrowness`: how often an option excludes URLs. */
function makeScope(random: Random, narrowness: number): CrawlScope {
  const patterns = () =>
    random.chance(narrowness) ? [random.pick(PATTERNS), ...(random.chance(0.5) ? [random.pick(PATTERNS)] : [])] : [];
  return crawlScope({
    includePaths: patterns(),
    excludePaths: patterns(),
    regexOnFullURL: random.chance(0.2),
    crawlEntireDomain: !random.chance(narrowness),
    allowExternalLinks: !random.chance(2 * narrowness),
    allowSubdomains: !random.chance(2 * narrowness),
    ignoreQueryParameters: random.chance(0.3),
    deduplicateSimilarURLs: random.chance(0.7),
    ...(random.chance(narrowness) ? { maxDiscoveryDepth: random.below(5) } : {}),
    ...(random.chance(narrowness) ? { maxPathDepth: random.below(4) } : {}),
  });
}

/** The target of a redirect depends on the URL only. */
function makeWeb(seed: number): MadeUpWeb {
  const of = (url: string) =>
    randomness([...url].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed));
  const { pick, below, chance } = randomness(seed);
  const pool = Array.from({ length: 15 + below(25) }, () => makeUrl({ pick, below, chance }));
  return {
    links: (url) => {
      const random = of(url);
      return Array.from({ length: 2 + random.below(10) }, () => random.pick(pool));
    },
    redirect: (url) => {
      const random = of(`${url} redirect`);
      return random.chance(0.1) ? random.pick(pool) : undefined;
    },
    isForbidden: (url) => new URL(url).pathname.startsWith('/secret') || url.startsWith('http://other.test/a'),
    sitemap: Array.from({ length: below(6) }, () => pick(pool)),
  };
}

function makeOptions(random: Random, narrowness: number): CrawlOptions {
  return {
    start: `http://site.test${random.pick(['', '', ':8080'])}${random.pick(random.chance(0.7) ? ['/', '/', '/a', '/a/', '/a/guide.html'] : PATHS)}`,
    scope: makeScope(random, narrowness),
    sitemap: random.pick(['include', 'include', 'skip', 'skip', 'only']),
    limit: random.chance(0.5) ? 1000 : 1 + random.below(12),
    ignoreRobotsTxt: random.chance(0.2),
  };
}

const planOf = ({ start, ...options }: CrawlOptions) => {
  const spec: JobSpec = { kind: 'crawl', url: start, scrape: scrapeSpec({ formats: [] }), ...options };
  return new CompiledJob('job', 'team', spec as never);
};

it('judges every link like the model', () => {
  const random = randomness(7);
  for (let round = 0; round < Number(process.env.ROUNDS ?? 300); round += 1) {
    const options = makeOptions(random, 0.35);
    const { scope } = options;
    const originUrl = new URL(options.start).href;
    const compiled = planOf(options);
    const foundOnUrl = random.chance(0.8) ? new URL(makeUrl(random)).href : undefined;
    const depth = random.below(4);
    const keys = new Map<string, string>();
    for (let link = 0; link < 60; link += 1) {
      const url = makeUrl(random);
      const [verdict] = judgeCandidates([url], {
        compiled,
        originUrl,
        depth,
        knownRobots: () => undefined,
        ...(foundOnUrl === undefined ? {} : { foundOnUrl }),
      });
      const isTaken = isAdmittedByModel(url, depth, originUrl, scope, foundOnUrl);
      const what = { round, url, foundOnUrl, depth, originUrl, scope };
      expect({ ...what, taken: verdict?.refused === undefined }).toEqual({ ...what, taken: isTaken });
      if (!isTaken) continue;
      expect(verdict?.url).toBe(modelUrl(url));
      // Two URLs have the same key exactly if they do in the model.
      const [hash, byModel] = [verdict?.keyHash ?? '', modelKey(url, scope)];
      expect({ ...what, byModel: keys.get(hash) ?? byModel }).toEqual({ ...what, byModel });
      if (![...keys].some(([known, key]) => key === byModel && known !== hash)) keys.set(hash, byModel);
      else throw new Error(`two keys for ${byModel}: ${url} ${dedupKey(url, scope)} ${modelHost(url)}`);
    }
  }
});

describe('a crawl', () => {
  let frontier: TestFrontier;
  beforeAll(async () => {
    // With one page at a time, only the order decides which URLs exceed a limit.
    frontier = await startTestFrontier({ FRONTIER_MAX_LEASED: 1 });
  });
  afterAll(() => frontier.close());

  it('visits the URLs of the model in the same order', async () => {
    const { site, database } = frontier;
    let visited = 0;
    const cases = Number(process.env.CASES ?? 20);
    for (let seed = 1; seed <= cases; seed += 1) {
      const web = makeWeb(seed);
      const options = makeOptions(randomness(-seed), 0.15);
      const { start, ...request } = options;
      // Every crawl has a new frontier, because the rules of a host differ between cases.
      const fresh = joinFrontier(frontier);
      const actions = new TestActions(database, fresh);
      for (const scheme of ['http', 'https'])
        for (const host of HOSTS)
          for (const port of ['', ':8080'])
            site.robots.set(`${scheme}://${host}${port}`, {
              isAllowed: (url) => !web.isForbidden(url),
              sitemaps: [],
            });
      site.sitemaps.clear();
      site.sitemaps.set(`${new URL(start).href.replace(/\/+$/, '')}/sitemap.xml`, web.sitemap);
      const jobId = await actions.crawl({ url: new URL(start).href, ...request });
      const visits: string[] = [];
      for (let idle = 0; idle < 3; ) {
        const [page] = await actions.lease();
        if (page === undefined) {
          idle += 1;
          continue;
        }
        idle = 0;
        visits.push(page.url);
        const finalUrl = web.redirect(page.url);
        if (finalUrl === undefined) await actions.done(page, web.links(page.url));
        else {
          const { pageId, epoch, url } = page;
          await fresh.outcomes.record({
            type: 'PageOutcome',
            pageId,
            jobId,
            epoch,
            outcome: { kind: 'redirected', finalUrl },
            finalUrl: url,
            outlinks: [],
          });
        }
      }
      visited += visits.length;
      const expected = modelCrawl(web, { ...options, start: new URL(start).href });
      const urls = (await actions.known(jobId)).map((page) => `${page.url} ${page.reason ?? page.state}`);
      expect({ seed, start, ...request, urls, visits }).toEqual({ seed, start, ...request, urls, visits: expected });
    }
    expect(visited).toBeGreaterThan(4 * cases);
  });
});
