import type { LightElement } from '../tree/light-node';
import { findElement } from '../tree/walk';

/** Characters. Twice what any server takes; only `data:` may be longer. */
export const MAX_URL_LENGTH = 16_384;
/** Characters. It is written in front of every relative address of the page. */
const MAX_BASE_LENGTH = 4096;

/** What the links of a page are resolved against: the first `<base href>`, itself resolved against the page's URL. */
export function findBaseUrl(root: LightElement, pageUrl: string): string {
  const base = findElement(
    root,
    // A browser with scripts does not read what stands in a noscript.
    ({ localName, attributes, parentNode }) =>
      localName === 'base' && Object.hasOwn(attributes, 'href') && parentNode?.localName !== 'noscript',
  );
  const resolved = base && resolveUrl(base.getAttribute('href') ?? '', pageUrl);
  if (resolved === undefined || !/^https?:/.test(resolved) || resolved.length > MAX_BASE_LENGTH) return pageUrl;
  return resolved;
}

/** `reference` as an absolute URL of any scheme; undefined when it is none. Repairs `http:/host`, which browsers read as a path. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const trimmed = reference.trim();
  if (isInlined(trimmed)) return trimmed;
  if (trimmed.length > MAX_URL_LENGTH) return undefined;
  try {
    return new URL(trimmed.replace(/^(https?:)\/(?=[^/])/i, '$1//'), base).href;
  } catch {
    return undefined;
  }
}

/** Whether the address is the thing itself. Those of images go into the megabytes and need no reading. */
export function isInlined(url: string): boolean {
  return /^data:/i.test(url);
}
