/** Scope options of a crawl, named as in the public interface. */
export interface ReferenceCrawlOptions {
  includePaths?: string[];
  excludePaths?: string[];
  maxDiscoveryDepth?: number;
  /** v1: path segments from the root of the host. */
  maxDepth?: number;
  sitemap?: 'include' | 'skip';
  ignoreQueryParameters?: boolean;
  crawlEntireDomain?: boolean;
  allowExternalLinks?: boolean;
  ignoreRobotsTxt?: boolean;
}

const NEVER_CRAWLED =
  /\.(png|jpe?g|gif|css|js|ico|svg|tiff|zip|exe|dmg|mp[34]|wav|pptx|xlsx|avi|flv|woff2?|ttf|webp|inc)$/i;

/** The canonical spelling of a page: no fragment, trailing slash or index file. */
export function canonicalUrl(url: string, withoutQuery = false): string {
  const { origin, pathname, search } = new URL(url);
  const path = pathname.replace(/\/index\.(html|php)$/, '/').replace(/\/$/, '');
  return origin + (path === '' ? '/' : path) + (withoutQuery ? '' : search);
}

/**
 * `foundOn`: the page with the link; undefined for seeds and sitemap pages. Redirect targets use that of their source.
 */
export function isInScope(
  url: URL,
  depth: number,
  origin: URL,
  options: ReferenceCrawlOptions,
  foundOn?: string,
): boolean {
  if (options.maxDiscoveryDepth !== undefined && depth > options.maxDiscoveryDepth) return false;
  if (NEVER_CRAWLED.test(url.pathname)) return false;
  if (options.excludePaths?.some((pattern) => new RegExp(pattern).test(url.pathname)) === true) return false;
  if (url.hostname !== origin.hostname) {
    const isFoundInside = foundOn !== undefined && new URL(foundOn).hostname === origin.hostname;
    return options.allowExternalLinks === true && isFoundInside;
  }
  if (options.maxDepth !== undefined && countSegments(url) > options.maxDepth) return false;
  const includes = options.includePaths ?? [];
  if (includes.length > 0 && !includes.some((pattern) => new RegExp(pattern).test(url.pathname))) return false;
  return options.crawlEntireDomain === true || isBelow(url.pathname, origin.pathname);
}

const countSegments = (url: URL): number => url.pathname.split('/').filter((segment) => segment !== '').length;

function isBelow(path: string, start: string): boolean {
  if (start.endsWith('/')) return path.startsWith(start) || `${path}/` === start;
  return path === start || path.startsWith(`${start}/`);
}
