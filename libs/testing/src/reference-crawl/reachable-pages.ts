import type { FixtureSite } from '../fixture-site/start-fixture-site';
import { canonicalUrl, isInScope, type ReferenceCrawlOptions } from './scope-by-hand';
import { visit } from './visit-by-hand';

/** Expected result of a crawl of the fixture site. All URLs are canonical (see canonicalUrl) and unique. */
export interface ReferenceCrawl {
  /** Pages with a document, by final URL, with their discovery depth. */
  documents: Map<string, number>;
  /** Pages that fail, by the URL under which they were found. */
  failures: Set<string>;
  /** In scope and disallowed by robots.txt. */
  robotsBlocked: Set<string>;
}

/** Limit for endless sites: their crawls must name a depth. */
const MOST_PAGES = 5000;

/**
 * A breadth-first walk over the plan of the fixture site, which deliberately shares no code with the product. It
 * ignores `limit`, because timing decides which pages a limit drops: a limited crawl returns any `limit` of these
 * documents.
 */
export function reachablePages(site: FixtureSite, start: string, options: ReferenceCrawlOptions = {}): ReferenceCrawl {
  const expected: ReferenceCrawl = { documents: new Map(), failures: new Set(), robotsBlocked: new Set() };
  const known = new Set<string>();
  const key = (url: string): string => canonicalUrl(url, options.ignoreQueryParameters);
  let origin = new URL(start);
  const queue: { url: string; depth: number; foundOn?: string }[] = [];

  const find = (url: string, depth: number, foundOn?: string): void => {
    if (known.has(key(url)) || !isInScope(new URL(url), depth, origin, options, foundOn)) return;
    known.add(key(url));
    const { origin: host, pathname } = new URL(url);
    if (options.ignoreRobotsTxt !== true && site.planOf(host)?.isForbidden(pathname) === true) {
      expected.robotsBlocked.add(key(url));
      return;
    }
    queue.push({ url, depth, foundOn });
  };

  const startVisit = visit(site, start);
  if (startVisit.kind === 'page') origin = new URL(startVisit.url);
  known.add(key(start));
  queue.push({ url: start, depth: 0 });
  if (options.sitemap !== 'skip') for (const url of site.planOf(origin.origin)?.sitemapUrls ?? []) find(url, 0);

  for (let next = queue.shift(); next !== undefined && known.size < MOST_PAGES; next = queue.shift()) {
    const { url, depth, foundOn } = next;
    const result = visit(site, url);
    if (result.kind === 'nothing') {
      expected.failures.add(key(url));
      continue;
    }
    const isRedirected = key(result.url) !== key(url);
    if (isRedirected && known.has(key(result.url))) continue;
    known.add(key(result.url));
    const isWanted = isInScope(new URL(result.url), depth, origin, options, foundOn);
    if (isWanted) expected.documents.set(key(result.url), depth);
    else expected.failures.add(key(url));
    if (isWanted || url === start) for (const link of result.links) find(link, depth + 1, result.url);
  }
  return expected;
}
