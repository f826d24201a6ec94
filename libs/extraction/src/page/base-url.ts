import type { LightElement } from '../tree/light-node';
import { findElement } from '../tree/walk';

/** What the links of a page are resolved against: the first `<base href>`, itself resolved against the page's URL. */
export function findBaseUrl(root: LightElement, pageUrl: string): string {
  const base = findElement(root, (element) => element.localName === 'base' && element.getAttribute('href') !== null);
  const resolved = base && resolveUrl(base.getAttribute('href') ?? '', pageUrl);
  return resolved !== undefined && /^https?:/.test(resolved) ? resolved : pageUrl;
}

/** `reference` as an absolute URL of any scheme; undefined when it is none. Repairs `http:/host`, which browsers read as a path. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const repaired = reference.trim().replace(/^(https?:)\/(?=[^/])/i, '$1//');
  try {
    return new URL(repaired, base).href;
  } catch {
    return undefined;
  }
}
