import { parentHost } from '@orbweaver/core';
import type { RobotsRules } from '../site/site-ports';

/** Where a crawl looks for sitemaps, in the order of looking. */
export interface SitemapPlaces {
  /** What the site names, and what lies below the start URL. */
  named: string[];
  /** That of the parent domain: only its URLs of this host count. */
  parent: string | undefined;
  /** Looked at when nothing was found before. */
  root: string;
}

export function sitemapPlaces(startUrl: string, rules: RobotsRules): SitemapPlaces {
  const start = new URL(startUrl);
  start.hash = '';
  const below = new URL(start);
  below.search = '';
  if (!/\.xml(?:\.gz)?$/i.test(below.pathname)) below.pathname = `${below.pathname.replace(/\/+$/, '')}/sitemap.xml`;
  const named = [...new Set([below.href, ...rules.sitemaps])];
  return { named, parent: parentSitemap(start), root: new URL('/sitemap.xml', start).href };
}

/** `docs.example.com` may be listed in example.com's sitemap. */
function parentSitemap(start: URL): string | undefined {
  const host = parentHost(start.hostname);
  if (host === undefined) return undefined;
  const parent = new URL('/sitemap.xml', start);
  parent.hostname = host;
  return parent.href;
}
