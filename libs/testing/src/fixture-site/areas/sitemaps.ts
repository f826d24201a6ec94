import { gzipSync } from 'node:zlib';
import type { FixtureAnswer } from '../page-answer';

/** The sitemap in robots.txt. */
export const SITEMAP_INDEX_PATH = '/sitemap-index.xml.gz';

const LISTED_FIRST = ['/mapped/', '/mapped/listed', '/robots/secret/a'];
const LISTED_DEEP = ['/mapped/orphan'];

export const sitemapUrls = (origin: string): string[] => [...LISTED_FIRST, ...LISTED_DEEP].map((path) => origin + path);

/** A gzipped index that names a gzipped sitemap and another index, which names the sitemap with the orphan. */
export function planSitemaps(origin: string): Map<string, FixtureAnswer> {
  const index = (paths: string[]): string => xml('sitemapindex', 'sitemap', origin, paths);
  const list = (paths: string[]): string => xml('urlset', 'url', origin, paths);
  return new Map<string, FixtureAnswer>([
    [SITEMAP_INDEX_PATH, gzipped(index(['/sitemaps/first.xml.gz', '/sitemaps/nested.xml', '/sitemaps/absent.xml']))],
    ['/sitemaps/first.xml.gz', gzipped(list(LISTED_FIRST))],
    ['/sitemaps/nested.xml', plain(index(['/sitemaps/deep.xml']))],
    ['/sitemaps/deep.xml', plain(list(LISTED_DEEP))],
  ]);
}

function xml(root: string, item: string, origin: string, paths: string[]): string {
  const items = paths.map((path) => `<${item}><loc>${origin}${path}</loc></${item}>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items}\n</${root}>\n`;
}

const gzipped = (text: string): FixtureAnswer => ({
  kind: 'bytes',
  contentType: 'application/gzip',
  body: gzipSync(Buffer.from(text)),
});

const plain = (text: string): FixtureAnswer => ({
  kind: 'bytes',
  contentType: 'application/xml',
  body: Buffer.from(text),
});
