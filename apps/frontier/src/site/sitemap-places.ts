import { parentHost } from '@orbweaver/core';
import type { RobotsPolicy } from './site-sources';

export interface SitemapPlaces {
  /** The sitemaps in robots.txt, and the one below the start URL. */
  named: string[];
  /** The sitemap of the parent domain. Only its URLs on this host count. */
  parent: string | undefined;
  usual: string[];
}

export function sitemapPlaces(startUrl: string, rules: RobotsPolicy): SitemapPlaces {
  const start = new URL(startUrl);
  start.hash = '';
  const below = new URL(start);
  below.search = '';
  if (!/\.xml(?:\.gz)?$/i.test(below.pathname))
    below.pathname = `${below.pathname.replace(/(?<!\/)\/+$/, '')}/sitemap.xml`;
  const named = [...new Set([below.href, ...rules.sitemaps])];
  // Used by WordPress and its plugins, and not always listed in robots.txt.
  const index = rules.sitemaps.length === 0 ? ['/sitemap_index.xml'] : [];
  const usual = ['/sitemap.xml', ...index].map((path) => new URL(path, start).href);
  return { named, parent: parentSitemap(start), usual: usual.filter((url) => !named.includes(url)) };
}

/** The sitemap of example.com may list `docs.example.com`. */
function parentSitemap(start: URL): string | undefined {
  const host = parentHost(start.hostname);
  if (host === undefined) return undefined;
  const parent = new URL('/sitemap.xml', start);
  parent.hostname = host;
  return parent.href;
}
