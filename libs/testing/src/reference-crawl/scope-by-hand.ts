/** The options of a crawl that decide which pages it has, by the names of the public interface. */
export interface ReferenceCrawlOptions {
  includePaths?: string[];
  excludePaths?: string[];
  maxDiscoveryDepth?: number;
  /** v1: path segments counted from the root of the host. */
  maxDepth?: number;
  sitemap?: 'include' | 'skip';
  ignoreQueryParameters?: boolean;
  crawlEntireDomain?: boolean;
  allowExternalLinks?: boolean;
  ignoreRobotsTxt?: boolean;
}

const NEVER_CRAWLED =
  /\.(png|jpe?g|gif|css|js|ico|svg|tiff|zip|exe|dmg|mp[34]|wav|pptx|xlsx|avi|flv|woff2?|ttf|webp|inc)$/i;

/** The spelling that stands for all spellings of a page: no fragment, no trailing slash, no index file. */
export function canonicalUrl(url: string, withoutQuery = false): string {
  const { origin, pathname, search } = new URL(url);
  const path = pathname.replace(/\/index\.(html|php)$/, '/').replace(/\/$/, '');
  return origin + (path === '' ? '/' : path) + (withoutQuery ? '' : search);
}

/** `foundOn` is the page with the link; absent for seeds and sitemap pages. The target of a redirect has that of its source. */
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
