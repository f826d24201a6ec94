/** The absolute http(s) URL that `reference` means on a page whose base is `base`, without credentials; undefined when there is none. */
export function resolveLink(reference: string, base: string): string | undefined {
  let url: URL;
  try {
    url = new URL(reference, base);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return url.href;
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
