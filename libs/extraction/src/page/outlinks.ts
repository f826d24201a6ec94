import { resolveLink } from '@orbweaver/core';
import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';
import { resolveUrl } from './base-url';

/** A page with more is a trap or a dump; the richest of 1,500 real pages has 1,400. */
const MAX_OUTLINKS = 100_000;
/** Longer than any server accepts. */
const MAX_URL_LENGTH = 8192;

/**
 * Where a crawl may go from here: every link of the page as it was received, whatever the caller wants to see of it.
 * Absolute http(s) URLs, unique, in order, without fragment unless that is a route (`#/…`). `nofollow` has no say.
 */
export function collectOutlinks(root: LightElement, baseUrl: string): string[] {
  const outlinks = new Set<string>();
  for (const element of elementsOf(root)) {
    if (element.localName !== 'a' && element.localName !== 'area') continue;
    const href = element.getAttribute('href')?.trim() ?? '';
    if (href === '' || (href.startsWith('#') && !isRoute(href))) continue;
    const url = resolveUrl(href, baseUrl);
    const link = url === undefined ? undefined : resolveLink(url, baseUrl);
    if (link === undefined || link.length > MAX_URL_LENGTH) continue;
    outlinks.add(withoutFragment(link));
    if (outlinks.size >= MAX_OUTLINKS) break;
  }
  return [...outlinks];
}

function withoutFragment(url: string): string {
  const start = url.indexOf('#');
  return start === -1 || isRoute(url.slice(start)) ? url : url.slice(0, start);
}

/** As in the dedup key: `#/` and at least one character more. */
function isRoute(fragment: string): boolean {
  return fragment.startsWith('#/') && fragment.length > 2;
}
