import { parentHost } from '@orbweaver/core';
import type { RobotsPolicy } from '../site/site-sources';

/** Where a crawl looks for sitemaps, in the order of looking. */
export interface SitemapPlaces {
  /** What the site names, and what lies below the start URL. */
  named: string[];
  /** That of the parent domain: only its URLs of this host count. */
  parent: string | undefined;
  /** Looked at one after the other while nothing was found. */
  usual: string[];
}

export function sitemapPlaces(startUrl: string, rules: RobotsPolicy): SitemapPlaces {
  const start = new URL(startUrl);
  start.hash = '';
  const below = new URL(start);
  below.search = '';
  if (!/\.xml(?:\.gz)?$/i.test(below.pathname)) below.pathname = `${below.pathname.replace(/\/+$/, '')}/sitemap.xml`;
  const named = [...new Set([below.href, ...rules.sitemaps])];
  // What WordPress and its plugins call theirs, which they do not always write into robots.txt.
  const index = rules.sitemaps.length === 0 ? ['/sitemap_index.xml'] : [];
  const usual = ['/sitemap.xml', ...index].map((path) => new URL(path, start).href);
  return { named, parent: parentSitemap(start), usual: usual.filter((url) => !named.includes(url)) };
}

/** `docs.example.com` may be listed in example.com's sitemap. */
function parentSitemap(start: URL): string | undefined {
  const host = parentHost(start.hostname);
  if (host === undefined) return undefined;
  const parent = new URL('/sitemap.xml', start);
  parent.hostname = host;
  return parent.href;
}
