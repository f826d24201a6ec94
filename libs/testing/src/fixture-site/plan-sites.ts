import { planAdNetwork, planAdsAndDialogs } from './areas/ads-and-dialogs';
import { showAddress } from './areas/client-address';
import { planDocuments } from './areas/documents';
import { planEdgeCases } from './areas/edge-cases';
import { planEncodings } from './areas/encodings';
import { planFiles } from './areas/files';
import { answerForms, planForms } from './areas/forms';
import { planLabels } from './areas/labels';
import { planFramed, planLayers } from './areas/layers';
import { planMoved } from './areas/moved';
import { planRedirects } from './areas/redirects';
import { planScripted } from './areas/scripted';
import { planSitemaps, SITEMAP_INDEX_PATH, sitemapUrls } from './areas/sitemaps';
import { makeTraps } from './areas/traps';
import { planTree } from './areas/tree';
import { showVisitor } from './areas/visitor';
import { type FixtureAnswer, type Headers, html, type SitePlan } from './page-answer';

export function planMainSite(site: {
  origin: string;
  other: string;
  treePages: number;
  treeDelayMs?: number;
}): SitePlan {
  const { origin, other } = site;
  const traps = makeTraps();
  return {
    pages: new Map([
      ['/', html('Home', ['/tree/', '/sections/', '/twins/', '/mapped/'])],
      ...planTree(site.treePages, site.treeDelayMs, origin),
      ...planRedirects(other),
      ...planScripted(),
      ...planFiles(),
      ...planEdgeCases(origin, other),
      ...planSitemaps(origin),
      ...planForms(),
      ...planEncodings(),
      ...planMoved(),
      ...planLayers(other),
      ...planAdsAndDialogs(other),
      ...planDocuments(),
      ...planLabels(),
    ]),
    generate: (url, headers, address) =>
      traps(url) ??
      slow(url) ??
      echo(url, headers) ??
      showVisitor(url, headers) ??
      showAddress(url, address) ??
      answerForms(url, headers),
    robots: [
      'User-agent: *',
      'Disallow: /robots/secret/',
      'Allow: /robots/secret/open',
      '',
      `Sitemap: ${origin}${SITEMAP_INDEX_PATH}`,
    ].join('\n'),
    isForbidden: (path) => path.startsWith('/robots/secret/') && !path.startsWith('/robots/secret/open'),
    sitemapUrls: sitemapUrls(origin),
  };
}

export function planOtherSite(): SitePlan {
  return {
    pages: new Map([
      ['/landing', html('Other landing', ['/deeper'])],
      ['/second', html('Other second', [])],
      ['/third', html('Other third', [])],
      ['/deeper', html('Other deeper', [])],
      ...planFramed(),
      ...planAdNetwork(),
    ]),
    generate: () => undefined,
    robots: undefined,
    isForbidden: () => false,
    sitemapUrls: [],
  };
}

export function planPoliteSite(): SitePlan {
  return {
    pages: new Map([
      ['/', html('Polite', ['/one', '/two'])],
      ['/one', html('Polite one', [])],
      ['/two', html('Polite two', [])],
    ]),
    generate: () => undefined,
    robots: 'User-agent: *\nCrawl-delay: 1\n',
    isForbidden: () => false,
    sitemapUrls: [],
  };
}

/** Delay of /slow, in milliseconds. */
const SLOW_MS = 1500;

const slow = (url: URL): FixtureAnswer | undefined =>
  url.pathname === '/slow' ? html(`Slow ${url.search}`, [], { delayMs: SLOW_MS }) : undefined;

/** /echo shows the request headers. */
function echo(url: URL, headers: Headers): FixtureAnswer | undefined {
  if (url.pathname !== '/echo') return undefined;
  const lines = Object.entries(headers).map(([name, value]) => `<li>${name}: ${value}</li>`);
  return html('Echo', [], { markup: `<ul>${lines.join('\n')}</ul>` });
}
