import { getDomain } from 'tldts';

/**
 * The longest URL that is accepted anywhere: in a request, a redirect, a page, a sitemap. Servers rarely take longer
 * ones (nginx 8 KiB, Apache 8190 bytes a request line; RFC 9110 asks for at least 8000).
 */
export const MAX_URL_CHARS = 8192;

/**
 * The absolute http(s) URL of `reference` on a page whose base is `base`, without credentials. Undefined when it is no
 * such URL, or longer than MAX_URL_CHARS.
 */
export function resolveLink(reference: string, base: string): string | undefined {
  if (reference.length > MAX_URL_CHARS) return undefined;
  let url: URL;
  try {
    // `http:/host/path` is a typing mistake; the standard would read a path on the same host.
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

/** A fragment that a single-page application reads as a path: `#/…` or `#!/…`, more than the slash. */
export function isRoute(hash: string): boolean {
  return /^#!?\/./.test(hash);
}

/** The host without `www.` and without the dot of an absolute DNS name; names of one site share it. */
export function bareHost(hostname: string): string {
  // The rest must have a dot of its own: `www.com` is a site, `com` is not.
  return hostname.replace(/\.$/, '').replace(/^(?:www\.)+(?=[^.]+\.)/, '');
}

/**
 * The host one label up, which answers for `hostname` as well: `example.com` for `docs.example.com`. Undefined for a
 * registrable domain (by the public suffix list), an address, and `www.`, which is no separate host.
 */
export function parentHost(hostname: string): string | undefined {
  const name = hostname.replace(/\.$/, '');
  const domain = getDomain(name, { allowPrivateDomains: true });
  if (domain === null || name === domain || name.startsWith('www.')) return undefined;
  return name.slice(name.indexOf('.') + 1);
}

/** Number of non-empty path segments, not counting a last `index.html` or `index.php`. */
export function pathDepth(url: string): number {
  const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '');
  if (/^index\.(?:html|php)$/.test(segments.at(-1) ?? '')) segments.pop();
  return segments.length;
}

/** The host whose politeness limits apply: name and port. */
export function politenessHost(url: string): string {
  return new URL(url).host;
}

/** The port of an http or https URL, also where the URL leaves out the default. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
