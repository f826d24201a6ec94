import type { MapLink } from '@orbweaver/core';
import { rankUrls } from './rank-urls';

const SITE = 'https://site.example';
const links: MapLink[] = [
  { url: `${SITE}/` },
  { url: `${SITE}/blog/2024/how-to-cook-rice` },
  { url: `${SITE}/p?id=7`, title: 'Pricing and plans' },
  { url: `${SITE}/about`, description: 'Who we are, and where our offices are' },
  { url: `${SITE}/docs/API_reference.html` },
  { url: `${SITE}/blog/caf%C3%A9-culture` },
  { url: `${SITE}/100%-guarantee` },
];

describe('rankUrls', () => {
  it.each<[string, string]>([
    ['cook rice', '/blog/2024/how-to-cook-rice'],
    ['pricing', '/p?id=7'],
    ['PLANS', '/p?id=7'],
    ['plan', '/p?id=7'],
    ['prcing', '/p?id=7'],
    ['offices', '/about'],
    ['api reference', '/docs/API_reference.html'],
    ['café', '/blog/caf%C3%A9-culture'],
    ['guarantee', '/100%-guarantee'],
  ])('lists the best match of %j first, and all others after it', async (search, path) => {
    const ranked = await rankUrls(links, search);
    expect(ranked[0]?.url).toBe(SITE + path);
    expect(new Set(ranked)).toEqual(new Set(links));
    expect(ranked).toHaveLength(links.length);
  });

  it.each(['', '?!', 'nothing-of-the-kind'])('keeps the order for %j, which matches nothing', async (search) => {
    expect(await rankUrls(links, search)).toEqual(links);
  });
});
