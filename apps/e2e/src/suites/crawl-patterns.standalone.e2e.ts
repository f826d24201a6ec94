import { type FixtureSite, startFixtureSite } from '@orbweaver/testing';
import { runJob } from '../harness/jobs';
import { limitConcurrency } from '../harness/limit-concurrency';
import { System } from '../harness/system';
import type { Version } from '../harness/versions';

/** A crawl and the expected source URLs of its documents, without the origin. */
interface PatternCase {
  it: string;
  start: string;
  options(site: FixtureSite): object;
  has: string[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const cases: PatternCase[] = [
  {
    it: 'only the start page if the patterns match no other',
    start: '/sections/',
    options: () => ({ includePaths: ['^/sections/$'] }),
    has: ['/sections/'],
  },
  {
    it: 'only the start page if the patterns for whole URLs match no other',
    start: '/sections/',
    options: (site) => ({ regexOnFullURL: true, includePaths: [`^${escaped(site.main)}\\/sections\\/$`] }),
    has: ['/sections/'],
  },
  {
    it: 'pages whose query matches patterns for whole URLs',
    start: '/twins/',
    options: () => ({ regexOnFullURL: true, includePaths: ['/twins/$', 'id=[13]$'] }),
    has: ['/twins/', '/twins/item?id=1', '/twins/item?id=3'],
  },
  {
    it: 'no page of a host that a pattern for whole URLs excludes',
    start: '/external/',
    options: (site) => ({
      regexOnFullURL: true,
      allowExternalLinks: true,
      excludePaths: [`^${escaped(site.other)}/second`],
    }),
    has: ['/external/', '/external/inside', '/landing', '/third'],
  },
  {
    it: 'glob-like patterns as regular expressions',
    start: '/sections/',
    options: () => ({ includePaths: ['sections/*$', 'blog/*'] }),
    has: ['/sections/', '/sections/blog/', '/sections/blog/draft/new', '/sections/blog/first', '/sections/blog/second'],
  },
  {
    it: 'a page with several fragments once, and hash routes of an application as pages',
    start: '/labels/routes',
    options: () => ({}),
    has: ['/labels/routes', '/labels/routes#/one', '/labels/routes#/two', '/labels/routes/deep'],
  },
  {
    it: 'fragments and hash routes in the same way with ignoreQueryParameters',
    start: '/labels/routes',
    options: () => ({ ignoreQueryParameters: true }),
    has: ['/labels/routes', '/labels/routes#/one', '/labels/routes#/two', '/labels/routes/deep'],
  },
];

describe('a crawl takes', () => {
  const api = System.shared().api();
  const found = new Map<string, Promise<string[]>>();
  let site: FixtureSite;

  const all = cases.flatMap((one) => (['v1', 'v2'] as const).map((version) => [version, one.it, one] as const));

  async function crawl(version: Version, { start, options }: PatternCase): Promise<string[]> {
    const linksOnly = version === 'v1' ? { ignoreSitemap: true } : { sitemap: 'skip' };
    const body = { url: site.main + start, ...linksOnly, ...options(site), scrapeOptions: { formats: [], maxAge: 0 } };
    const { documents } = await runJob(api, `/${version}/crawl`, body);
    return documents.map(({ metadata }) => metadata.sourceURL.replace(/^http:\/\/[^/]+/, '')).sort();
  }

  beforeAll(async () => {
    site = await startFixtureSite();
    const inTurn = limitConcurrency(6);
    for (const [version, name, one] of all) {
      const urls = inTurn(() => crawl(version, one));
      // Its test handles the rejection.
      urls.catch(() => undefined);
      found.set(`${version} ${name}`, urls);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(found.values());
    await site.close();
  });

  it.each(all)('in %s %s', async (version, name, one) => {
    expect(await found.get(`${version} ${name}`)).toEqual(one.has);
  });
});
