import { MAX_URL_CHARS, resolveLink } from '@orbweaver/core';
import { type LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import type { Addresses } from './addresses';
import { trimAddress } from './base-url';
import { UniqueUrls } from './unique-urls';

/**
 * Where a crawl may go from here: every link of the page as it was received, whatever the caller wants to see of it.
 * Absolute http(s) URLs, unique, in order, without fragment unless that is a route (`#/…`, `#!/…`). `nofollow` has no say.
 */
export function collectOutlinks(root: LightElement, addresses: Addresses): string[] {
  const outlinks = new UniqueUrls();
  for (const element of elementsNamed(root, 'a', 'area')) {
    const reference = readHyperlink(element);
    if (reference === undefined || (reference.startsWith('#') && !isRoute(reference))) continue;
    const url = addresses.resolve(addSlash(reference));
    if (url === undefined || url.length > MAX_URL_CHARS || !/^https?:/.test(url)) continue;
    const link = url.includes('@') ? resolveLink(url, url) : url;
    if (link !== undefined) outlinks.add(withoutFragment(link));
  }
  return outlinks.toArray();
}

/** `http:/host/path` is a slip of the author's; the standard would read a path on the same host. */
function addSlash(reference: string): string {
  return reference.replace(/^(https?:)\/(?![/\\])/i, '$1//');
}

function withoutFragment(url: string): string {
  const start = url.indexOf('#');
  return start === -1 || isRoute(url.slice(start)) ? url : url.slice(0, start);
}

/** As in the dedup key: `#/` or `#!/` and at least one character more. */
function isRoute(fragment: string): boolean {
  return /^#!?\/./.test(fragment);
}

/**
 * The address that a click on the element leads to, as written: of links, areas of a map, and links in drawings.
 * Undefined for other elements, and for a link to its own page.
 */
export function readHyperlink(element: LightElement): string | undefined {
  if (element.localName !== 'a' && element.localName !== 'area') return undefined;
  const href = trimAddress(element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '');
  return href === '' ? undefined : href;
}
