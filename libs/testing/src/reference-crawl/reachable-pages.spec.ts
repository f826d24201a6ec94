import { type FixtureSite, startFixtureSite } from '../fixture-site/start-fixture-site';
import { reachablePages } from './reachable-pages';
import type { ReferenceCrawlOptions } from './scope-by-hand';

describe('reachablePages', () => {
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 40 });
  });
  afterAll(() => site.close());

  const paths = (urls: Iterable<string>): string[] => [...urls].map((url) => url.replace(site.main, '')).sort();
  const documents = (start: string, options: ReferenceCrawlOptions = {}): string[] =>
    paths(reachablePages(site, site.main + start, { sitemap: 'skip', ...options }).documents.keys());

  it.each<[string, ReferenceCrawlOptions, number]>([
    ['/tree/', {}, 40],
    ['/tree/', { maxDiscoveryDepth: 0 }, 1],
    ['/tree/', { maxDiscoveryDepth: 1 }, 5],
    ['/tree/', { maxDepth: 2 }, 4],
    ['/tree/1', {}, 13],
    ['/tree/1', { crawlEntireDomain: true }, 40],
    ['/calendar/', { maxDiscoveryDepth: 2 }, 5],
    ['/sessions/', { ignoreQueryParameters: true }, 6],
  ])('counts the pages below %s with %j', (start, options, count) => {
    expect(documents(start, options)).toHaveLength(count);
  });

  it('treats different spellings of a page as one page', () => {
    expect(documents('/twins/')).toEqual([
      '/twins',
      '/twins/item',
      '/twins/item?id=1',
      '/twins/item?id=2',
      '/twins/item?id=3',
      '/twins/page',
    ]);
    expect(documents('/twins/', { ignoreQueryParameters: true })).toEqual(['/twins', '/twins/item', '/twins/page']);
  });

  it('lists disallowed pages separately and does not follow their links', () => {
    const expected = reachablePages(site, `${site.main}/robots/`, { sitemap: 'skip' });
    expect(paths(expected.documents.keys())).toEqual(['/robots', '/robots/free', '/robots/secret/open']);
    expect(paths(expected.robotsBlocked)).toEqual(['/robots/secret/a', '/robots/secret/b']);
  });

  it('finds the orphan only through the sitemap, at depth 0', () => {
    expect(documents('/mapped/')).toEqual(['/mapped', '/mapped/linked']);
    const expected = reachablePages(site, `${site.main}/mapped/`, { maxDiscoveryDepth: 1 });
    expect(paths(expected.documents.keys())).toEqual([
      '/mapped',
      '/mapped/beyond',
      '/mapped/linked',
      '/mapped/listed',
      '/mapped/orphan',
    ]);
    expect(expected.documents.get(`${site.main}/mapped/orphan`)).toBe(0);
  });

  it('identifies a page by its final URL', () => {
    const expected = reachablePages(site, `${site.main}/redirects/`, { sitemap: 'skip' });
    expect(paths(expected.documents.keys())).toEqual([
      '/redirects',
      '/redirects/after',
      '/redirects/chain-end',
      '/redirects/page',
      '/redirects/slash',
    ]);
    expect(paths(expected.failures)).toEqual(['/redirects/away', '/redirects/long/0', '/redirects/loop-a']);
  });

  it('follows links of a start page outside of its scope', () => {
    const expected = reachablePages(site, `${site.main}/sections/`, {
      sitemap: 'skip',
      includePaths: ['^/sections/blog'],
    });
    expect(paths(expected.documents.keys())).toEqual([
      '/sections/blog',
      '/sections/blog/draft/new',
      '/sections/blog/first',
      '/sections/blog/second',
    ]);
    expect(paths(expected.failures)).toEqual(['/sections']);
  });

  it('visits foreign sites one hop away when external links are allowed', () => {
    const expected = reachablePages(site, `${site.main}/external/`, { sitemap: 'skip', allowExternalLinks: true });
    expect(paths(expected.documents.keys()).map((path) => path.replace(site.other, 'other'))).toEqual([
      '/external',
      '/external/inside',
      'other/landing',
      'other/second',
      'other/third',
    ]);
    expect(expected.failures.size).toBe(0);
  });
});
