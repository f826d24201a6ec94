import { sitemapPlaces } from './sitemap-places';

it.each<[start: string, named: string[], parent: string | undefined]>([
  ['https://site.example/', ['https://site.example/sitemap.xml'], undefined],
  ['https://site.example/docs/?x=1#y', ['https://site.example/docs/sitemap.xml'], undefined],
  ['https://docs.site.example/', ['https://docs.site.example/sitemap.xml'], 'https://site.example/sitemap.xml'],
  ['http://a.b.site.co.uk:81/', ['http://a.b.site.co.uk:81/sitemap.xml'], 'http://b.site.co.uk:81/sitemap.xml'],
  ['https://site.co.uk/', ['https://site.co.uk/sitemap.xml'], undefined],
  ['https://joe.github.io/', ['https://joe.github.io/sitemap.xml'], undefined],
  ['https://www.site.example/', ['https://www.site.example/sitemap.xml'], undefined],
  ['http://127.0.0.1/', ['http://127.0.0.1/sitemap.xml'], undefined],
  ['https://site.example/my.xml?v=1', ['https://site.example/my.xml'], undefined],
  ['https://site.example/my.XML.gz', ['https://site.example/my.XML.gz'], undefined],
])('finds the sitemaps of %s', (start, named, parent) => {
  const [root, index] = ['/sitemap.xml', '/sitemap_index.xml'].map((path) => new URL(path, start).href);
  const usual = named[0] === root ? [] : [root];
  expect(sitemapPlaces(start, { isAllowed: () => true, sitemaps: [] })).toEqual({
    named,
    parent,
    usual: [...usual, index],
  });
  const listed = 'https://cdn.example/s.xml';
  const places = sitemapPlaces(start, { isAllowed: () => true, sitemaps: [listed, ...named] });
  // A site with sitemaps in robots.txt is not tried for others.
  expect(places).toMatchObject({ named: [...named, listed], usual });
});
