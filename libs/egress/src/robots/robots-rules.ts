import { resolveLink } from '@orbweaver/core';
import parseRobots from 'robots-parser';
import { canonicalPath, normaliseRobots, productToken } from './normalise-robots';

/** The name that sites address us by, unless a crawl brings one of its own. */
export const DEFAULT_PRODUCT_TOKEN = 'Orbweaver';

/** Longer paths are measured by their beginning: the cost of a check grows with the path. */
const MAX_PATH = 4096;

/** The rules of one robots.txt (RFC 9309) for the URLs of its origin. Which file a URL belongs to is for the caller to know. */
export class RobotsRules {
  private readonly parser: ReturnType<typeof parseRobots>;
  private readonly origin: string;

  /** `text` as fetchRobots gives it; an empty text allows everything. */
  constructor(text: string, origin: string) {
    this.origin = new URL(origin).origin;
    this.parser = parseRobots(`${this.origin}/robots.txt`, normaliseRobots(text));
  }

  /** `agent`: a product token, or a User-Agent that begins with one. */
  isAllowed(url: string, agent: string = DEFAULT_PRODUCT_TOKEN): boolean {
    const { pathname, search } = new URL(url);
    const path = canonicalPath((pathname + search).slice(0, MAX_PATH));
    if (path === '/robots.txt') return true;
    // The parser has no answer (undefined) for another origin, so it is asked about its own.
    return this.parser.isAllowed(this.origin + path, productToken(agent)) ?? true;
  }

  /** Not part of the standard; undefined when the file says nothing usable. */
  crawlDelaySeconds(agent: string = DEFAULT_PRODUCT_TOKEN): number | undefined {
    const delay = this.parser.getCrawlDelay(productToken(agent));
    return delay !== undefined && Number.isFinite(delay) && delay > 0 ? delay : undefined;
  }

  /** Absolute http(s) URLs, each once, in the order of the file. */
  get sitemaps(): string[] {
    const resolved = this.parser.getSitemaps().map((sitemap) => resolveLink(sitemap, this.origin));
    return [...new Set(resolved.filter((url) => url !== undefined))];
  }
}
