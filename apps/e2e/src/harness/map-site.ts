import type { IncomingMessage, ServerResponse } from 'node:http';
import { htmlPage, type SmallSite, startSmallSite } from './small-site';

export interface MappedSite extends SmallSite {
  /** Paths of the requests so far, in order. */
  readonly requested: string[];
}

type Answer = string | { status?: number; location?: string; body?: string } | 'hangs' | ((origin: string) => string);

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export const sitemapOf = (...entries: string[]) => xml(`<urlset ${NAMESPACE}>${entries.join('')}</urlset>`);
export const urlEntry = (url: string, more = '') => `<url><loc>${url}</loc>${more}</url>`;
const newsOf = (title: string) => `<news:news><news:title>${title}</news:title></news:news>`;
export const indexOf = (...urls: string[]) =>
  xml(
    `<sitemapindex ${NAMESPACE}>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
  );

/** A site whose answers are given by path. Unknown paths are missing; `hangs` never answers. */
export async function startMapSite(
  answers: (origin: string) => Record<string, Answer | 'hangs'>,
  address?: string,
): Promise<MappedSite> {
  const requested: string[] = [];
  let known: Record<string, Answer> = {};
  const respond = ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    requested.push(url);
    const answer = known[url] ?? known['*'];
    if (answer === 'hangs') return;
    if (answer === undefined) {
      response.writeHead(404).end('missing');
      return;
    }
    const { status = 200, location, body } = typeof answer === 'object' ? answer : { body: String(answer) };
    const type = body?.startsWith('<?xml') ? 'application/xml' : body?.startsWith('<') ? 'text/html' : 'text/plain';
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) });
    response.end(body);
  };
  const site = await startSmallSite(respond, address);
  known = answers(site.origin);
  return { ...site, requested };
}

/** A site with a sitemap index, a news sitemap, links and a robots.txt. */
export const startIndexedSite = () =>
  startMapSite((origin) => ({
    '/robots.txt': `User-agent: *\nDisallow: /secret\nSitemap: ${origin}/index.xml\nSitemap: http://10.0.0.1/sitemap.xml`,
    '/index.xml': indexOf(`${origin}/pages.xml`, `${origin}/news.xml`, `${origin}/index.xml`),
    '/pages.xml': sitemapOf(
      urlEntry(`${origin}/pricing/`),
      urlEntry(`${origin}/about?ref=sitemap`),
      urlEntry('http://10.0.0.1/internal'),
      urlEntry('https://elsewhere.example/'),
    ),
    '/news.xml': sitemapOf(urlEntry(`${origin}/news/1`, newsOf('Prices fall'))),
    '/': htmlPage('Start', ['/docs/', '/secret/plans', '/', '/pricing#faq']),
    '/docs/': htmlPage('Docs', ['/docs/install', '/docs/configure', '/pricing']),
    '/pricing': htmlPage('Pricing', []),
    '/about': htmlPage('About', []),
    '/news/1': htmlPage('News', []),
  }));
