import type { SitemapBatch } from '@orbweaver/egress';

/** The identity of a crawl towards a site, and how strictly it checks certificates. */
export interface SiteAccess {
  /** Product token, also sent as the User-Agent; absent: our own. */
  userAgent?: string;
  skipTlsVerification: boolean;
}

/** What the robots.txt of an origin says to one product token. */
export interface RobotsPolicy {
  isAllowed(url: string): boolean;
  crawlDelaySeconds?: number | undefined;
  sitemaps: readonly string[];
  /** Length of the file, 0 where the site has none. Absent: the rules are no site's. */
  characters?: number;
}

/**
 * `rules` is undefined when the site is reached and gives no answer (5xx, 429, a broken or missing answer): nothing is
 * allowed until it does. `isLasting` is false for an answer that is soon worth another question.
 */
export interface RobotsAnswer {
  rules: RobotsPolicy | undefined;
  isLasting: boolean;
}

export interface SitemapQuestion {
  /** A missing sitemap and a broken one are the same to a crawl. */
  urls: readonly string[];
  access: SiteAccess;
  signal: AbortSignal;
  maxUrls: number;
}

/** What a site says of itself. The injection token is the class. */
export abstract class SiteSources {
  /** Asks an origin for its robots.txt. A file that does not exist forbids nothing. */
  abstract robots(origin: string, access: SiteAccess): Promise<RobotsAnswer>;

  /**
   * The page URLs of sitemaps, indexes followed, in batches as they are read. Nothing that a site does makes it throw.
   */
  abstract sitemaps(question: SitemapQuestion): AsyncIterable<SitemapBatch>;
}
