import { getDomain } from 'tldts';

/**
 * Maximum length of a URL in requests, redirects, pages and sitemaps. Servers rarely accept longer ones (nginx 8 KiB,
 * Apache 8190 bytes; RFC 9110 recommends at least 8000).
 */
export const MAX_URL_CHARS = 8192;

/**
 * Resolves a link to an absolute http(s) URL without credentials. Undefined for other URLs and those above
 * MAX_URL_CHARS.
 */
export function resolveLink(reference: string, base: string): string | undefined {
  if (reference.length > MAX_URL_CHARS) return undefined;
  let url: URL;
  try {
    // `http:/host/path` is a typing error that the standard resolves on the same host.
    url = new URL(reference.replace(/^(\s*https?:)\/(?![/\\])/i, '$1//'), base);
  } catch {
    return undefined;
  }
  if (!isWebUrl(url)) return undefined;
  url.username = '';
  url.password = '';
  return url.href.length > MAX_URL_CHARS ? undefined : url.href;
}

export function isWebUrl(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** The route of a single-page application: `#/…` or `#!/…`, longer than the slash. */
export function isRoute(hash: string): boolean {
  return /^#!?\/./.test(hash);
}

export function bareHost(hostname: string): string {
  // Only if the rest contains a dot: `www.com` is a site.
  return hostname.replace(/\.$/, '').replace(/^(?:www\.)+(?=[^.]+\.)/, '');
}

/**
 * The parent host, whose rules also apply to `hostname`: `example.com` for `docs.example.com`. Undefined for
 * registrable domains (public suffix list), addresses and `www.`.
 */
export function parentHost(hostname: string): string | undefined {
  const name = hostname.replace(/\.$/, '');
  const domain = getDomain(name, { allowPrivateDomains: true });
  if (domain === null || name === domain || name.startsWith('www.')) return undefined;
  return name.slice(name.indexOf('.') + 1);
}

/** Number of non-empty path segments without a trailing `index.html` or `index.php`. */
export function pathDepth(url: string): number {
  const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '');
  if (/^index\.(?:html|php)$/.test(segments.at(-1) ?? '')) segments.pop();
  return segments.length;
}

export function politenessHost(url: string): string {
  return new URL(url).host;
}

/** The port, including the scheme's default. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
