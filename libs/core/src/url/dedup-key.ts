import { canonicalEscapes } from './canonical-escapes';
import { bareHost, isRoute } from './page-url';

export interface DedupOptions {
  ignoreQueryParameters: boolean;
  /** Ignores http/https, www, a trailing slash, an index file and equivalent escapes. */
  deduplicateSimilarURLs: boolean;
}

const indexFiles = ['index.html', 'index.php'];

/**
 * The key of a page: equal for URLs that a crawl treats as one page. Idempotent. Keeps routes (`#/…`, `#!/…`) and the
 * parameter order, drops other fragments and credentials. Throws a TypeError for relative URLs.
 */
export function dedupKey(url: string, options: DedupOptions): string {
  const key = new URL(url);
  key.username = '';
  key.password = '';
  if (!isRoute(key.hash)) key.hash = '';
  if (options.ignoreQueryParameters) key.search = '';
  if (!options.deduplicateSimilarURLs) return key.href;
  // On other ports, http and https are separate servers.
  if (key.protocol === 'http:' && key.port === '') key.protocol = 'https:';
  key.hostname = bareHost(key.hostname);
  key.pathname = trimPath(canonicalEscapes(key.pathname));
  // Also removes a lone question mark, which `search` omits.
  key.search = canonicalEscapes(key.search);
  key.hash = canonicalEscapes(key.hash);
  return key.href;
}

/** Repeats until nothing changes: `/a/index.html/` ends in an index file again. */
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
