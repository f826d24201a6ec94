/** Which differences between two URLs do not make two pages. */
export interface DedupOptions {
  ignoreQueryParameters: boolean;
  /** http and https, www and bare host, a trailing slash and an index file count as the same page. */
  deduplicateSimilarURLs: boolean;
}

const INDEX_FILE = /\/index\.(?:html|php)$/;

/**
 * The text that two URLs share exactly when a crawl takes them for one page.
 * Idempotent: the key of a key that is read as a URL is the key itself.
 *
 * A fragment is no page of its own, except a route of a single-page application (`#/…`, more than the slash).
 * The order of query parameters matters, as servers may read it.
 */
export function dedupKey(url: string, options: DedupOptions): string {
  const key = new URL(url);
  if (!(key.hash.startsWith('#/') && key.hash.length > 2)) key.hash = '';
  if (options.ignoreQueryParameters) key.search = '';
  if (!options.deduplicateSimilarURLs) return key.href;
  // Only default ports are the same site: http://host:8080 and https://host:8080 are two servers.
  if (key.protocol === 'http:' && key.port === '') key.protocol = 'https:';
  key.hostname = key.hostname.replace(/^www\./, '');
  key.pathname = key.pathname.replace(INDEX_FILE, '/').replace(/(?<=.)\/$/, '');
  return key.href;
}
