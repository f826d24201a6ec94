import type { LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { isOutOfUse } from './is-out-of-use';

/** Characters. Twice what any server takes; only `data:` may be longer. */
export const MAX_URL_LENGTH = 16_384;
/** Characters. It precedes every relative address of the page. */
const MAX_BASE_LENGTH = 4096;

/**
 * The base of a page's links: the first `<base href>` wherever it stands, itself resolved against the page's URL; the
 * page's URL when there is none, or none that a page can have. A second one does not replace it.
 */
export function findBaseUrl(root: LightElement, pageUrl: string): string {
  const base = elementsNamed(root, 'base').find(
    (element) => element.getAttribute('href') !== null && !isOutOfUse(element),
  );
  const resolved = base && resolveUrl(base.getAttribute('href') ?? '', pageUrl);
  if (resolved === undefined || !/^https?:/.test(resolved) || resolved.length > MAX_BASE_LENGTH) return pageUrl;
  return resolved;
}

/** `reference` as an absolute URL of any scheme, by the URL standard; undefined when it is invalid. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const trimmed = trimAddress(reference);
  // The parser would return these megabytes unchanged; only line breaks are removed.
  if (isInlined(trimmed)) return /[\t\n\r]/.test(trimmed) ? trimmed.replace(/[\t\n\r]+/g, '') : trimmed;
  if (trimmed.length > MAX_URL_LENGTH) return undefined;
  try {
    return escapeCarets(new URL(trimmed, base).href);
  } catch {
    return undefined;
  }
}

/** In a path the standard has had them escaped since 2023, as browsers do; Node 20 leaves them. */
function escapeCarets(url: string): string {
  if (!url.includes('^') || !/^https?:/.test(url)) return url;
  const [path = ''] = /^[^?#]*/.exec(url) ?? [];
  return path.replaceAll('^', '%5E') + url.slice(path.length);
}

/** Without the characters that the URL standard strips at both ends: controls and spaces, no other white space. */
export function trimAddress(reference: string): string {
  let start = 0;
  let end = reference.length;
  while (start < end && reference.charCodeAt(start) <= 0x20) start++;
  while (end > start && reference.charCodeAt(end - 1) <= 0x20) end--;
  return reference.slice(start, end);
}

/** Whether the address is the content itself. Those of images have megabytes and need no parsing. */
export function isInlined(url: string): boolean {
  return /^data:/i.test(url);
}
