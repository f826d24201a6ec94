import { canonicalEscapes } from './canonical-escapes';
import { bareHost, isRoute } from './page-url';

/** Which differences between two URLs do not make two pages. */
export interface DedupOptions {
  ignoreQueryParameters: boolean;
  /** http and https, www and bare host, a trailing slash, an index file and equivalent escapes count as the same page. */
  deduplicateSimilarURLs: boolean;
}

const indexFiles = ['index.html', 'index.php'];

/**
 * The key that two URLs share exactly when a crawl takes them for one page. Idempotent: the key of a key is the key
 * itself. Throws a TypeError when `url` is not absolute.
 *
 * A fragment is no page of its own, except a route of a single-page application (`#/…` or `#!/…`, more than the slash).
 * The order of query parameters matters, as servers may read it. Credentials identify a caller, not a page.
 */
export function dedupKey(url: string, options: DedupOptions): string {
  const key = new URL(url);
  key.username = '';
  key.password = '';
  if (!isRoute(key.hash)) key.hash = '';
  if (options.ignoreQueryParameters) key.search = '';
  if (!options.deduplicateSimilarURLs) return key.href;
  // Only default ports are the same site: http://host:8080 and https://host:8080 are two servers.
  if (key.protocol === 'http:' && key.port === '') key.protocol = 'https:';
  key.hostname = bareHost(key.hostname);
  key.pathname = trimPath(canonicalEscapes(key.pathname));
  // Also removes a lone question mark, which `search` reads as empty.
  key.search = canonicalEscapes(key.search);
  key.hash = canonicalEscapes(key.hash);
  return key.href;
}

/** Repeats until nothing changes: the rest of `/a/index.html/` ends in an index file again. */
function trimPath(pathname: string): string {
  let end = pathname.length;
  for (;;) {
    if (pathname[end - 1] === '/') end -= 1;
    else {
      const file = indexFiles.find((name) => pathname.endsWith(`/${name}`, end));
      if (file === undefined) return pathname.slice(0, end);
      end -= file.length;
    }
  }
}
