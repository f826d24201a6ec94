import type { SitemapBatch } from '@orbweaver/egress';

export interface SiteAccess {
  /** Product token, also sent as the User-Agent. Default: the service's own. */
  userAgent?: string;
  skipTlsVerification: boolean;
}

export interface RobotsPolicy {
  isAllowed(url: string): boolean;
  crawlDelaySeconds?: number | undefined;
  sitemaps: readonly string[];
  /** Length of the file; 0 if the site has none. Absent for built-in rules. */
  characters?: number;
}

/**
 * `rules` is undefined if a reachable site does not serve the file (5xx, 429, or a broken response): nothing is allowed
 * until it does. `isLasting`: whether the rules are cached for long.
 */
export interface RobotsAnswer {
  rules: RobotsPolicy | undefined;
  isLasting: boolean;
}

export interface SitemapQuestion {
  /** Sitemap URLs. Missing and broken sitemaps are treated alike. */
  urls: readonly string[];
  access: SiteAccess;
  signal: AbortSignal;
  maxUrls: number;
  /** Default: 100. */
  maxFiles?: number;
  /** Default: sitemaps of all hosts. */
  mayRead?: (url: string) => boolean;
}

export abstract class SiteSources {
  /** Fetches the robots.txt of an origin. A missing file allows everything. */
  abstract robots(origin: string, access: SiteAccess): Promise<RobotsAnswer>;

  /** The page URLs of sitemaps and sitemap indexes, in batches. Sites cannot make it throw. */
  abstract sitemaps(question: SitemapQuestion): AsyncIterable<SitemapBatch>;
}
