import { getDomain } from 'tldts';

/**
 * Characters of any URL that comes in: of a request, a redirect, a page, a sitemap. What servers take as a rule (nginx
 * 8 KiB, Apache 8190 bytes a request line; RFC 9110 asks for 8000 at least), so that a longer one leads nowhere.
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
 * The host one label up, which speaks for `hostname` as well: `example.com` for `docs.example.com`. Undefined for what
 * has none of its own (a registrable domain by the public suffix list, an address) and for `www.`, which is no host apart.
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

/** The host that politeness is owed to: name and port. */
export function politenessHost(url: string): string {
  return new URL(url).host;
}

/** The port of an http or https URL, which is not written where it is the scheme's own. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
