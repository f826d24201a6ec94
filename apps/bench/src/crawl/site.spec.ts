import { makePages } from '../make-pages';
import { LINKS_PER_PAGE, type Site, serveSites } from './site';

let site: Site;
beforeAll(async () => {
  site = await serveSites(makePages(5));
});
afterAll(() => site.close());

const linksOf = async (url: string) => {
  const text = await (await fetch(url)).text();
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => new URL(href ?? '', url).href);
  return links.filter((href) => href.startsWith(new URL(url).origin) && /\/\w+\/\d+\/\d+$/.test(href));
};

describe('the site', () => {
  it('links every page from the first, directly or indirectly', async () => {
    const start = site.start('whole', 120);
    const known = new Set([start]);
    for (const url of known) for (const link of await linksOf(url)) known.add(link);
    expect(known.size).toBe(120);
  });

  it('has the same number of internal links on every page', async () => {
    const start = site.start('links', 500);
    for (const index of [0, 7, 499]) {
      expect(await linksOf(new URL(String(index), start).href)).toHaveLength(LINKS_PER_PAGE);
    }
  });

  it('returns 404 beyond its page count', async () => {
    expect((await fetch(new URL('120', site.start('whole', 120)))).status).toBe(404);
  });
});
