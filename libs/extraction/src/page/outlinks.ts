import { resolveLink } from '@orbweaver/core';
import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';
import type { Addresses } from './addresses';
import { UrlList } from './url-list';

/** Longer than any server accepts. */
const MAX_URL_LENGTH = 8192;

/**
 * Where a crawl may go from here: every link of the page as it was received, whatever the caller wants to see of it.
 * Absolute http(s) URLs, unique, in order, without fragment unless that is a route (`#/…`). `nofollow` has no say.
 */
export function collectOutlinks(root: LightElement, addresses: Addresses): string[] {
  const outlinks = new UrlList();
  for (const element of elementsOf(root)) {
    if (element.localName !== 'a' && element.localName !== 'area') continue;
    const href = element.getAttribute('href')?.trim() ?? '';
    if (href === '' || (href.startsWith('#') && !isRoute(href))) continue;
    const url = addresses.resolve(href);
    if (url === undefined || url.length > MAX_URL_LENGTH || !/^https?:/.test(url)) continue;
    const link = url.includes('@') ? resolveLink(url, url) : url;
    if (link !== undefined) outlinks.add(withoutFragment(link));
  }
  return outlinks.toArray();
}

function withoutFragment(url: string): string {
  const start = url.indexOf('#');
  return start === -1 || isRoute(url.slice(start)) ? url : url.slice(0, start);
}

/** As in the dedup key: `#/` and at least one character more. */
function isRoute(fragment: string): boolean {
  return fragment.startsWith('#/') && fragment.length > 2;
}
