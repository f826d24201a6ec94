import { MAX_URL_CHARS, resolveLink } from '@orbweaver/core';
import { type LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { textOf } from '../tree/walk';
import type { Addresses } from './addresses';
import { trimAddress } from './base-url';
import { UniqueUrls } from './unique-urls';

/** Longer texts are paragraphs, not names of pages. */
const MAX_LINK_TEXT = 300;
/** Characters of all texts of a page; further links have none. */
const MAX_LINK_TEXTS = 2 * 1024 * 1024;

/**
 * The links of the received page that a crawl may follow: absolute http(s) URLs, unique, in document order, without
 * fragments except routes (`#/…`, `#!/…`). `nofollow` is ignored.
 */
export function collectOutlinks(root: LightElement, addresses: Addresses): string[] {
  const outlinks = new UniqueUrls();
  for (const { url } of readLinks(root, addresses)) outlinks.add(url);
  return outlinks.toArray();
}

/** The first text of each link of `collectOutlinks`, in its order; empty if a link has none. */
export function collectLinkTexts(root: LightElement, addresses: Addresses): string[] {
  const outlinks = new UniqueUrls();
  const texts = new Map<string, string>();
  let left = MAX_LINK_TEXTS;
  for (const { url, element } of readLinks(root, addresses)) {
    outlinks.add(url);
    if (texts.get(url) || left <= 0) continue;
    const text = linkText(element);
    left -= text.length;
    texts.set(url, text);
  }
  return outlinks.toArray().map((url) => texts.get(url) ?? '');
}

function* readLinks(root: LightElement, addresses: Addresses): Generator<{ url: string; element: LightElement }> {
  for (const element of elementsNamed(root, 'a', 'area')) {
    const reference = readHyperlink(element);
    if (reference === undefined || (reference.startsWith('#') && !isRoute(reference))) continue;
    const url = addresses.resolve(addSlash(reference));
    if (url === undefined || url.length > MAX_URL_CHARS || !/^https?:/.test(url)) continue;
    const link = url.includes('@') ? resolveLink(url, url) : url;
    if (link !== undefined) yield { url: withoutFragment(link), element };
  }
}

function linkText(element: LightElement): string {
  const text = textOf(element).replace(/\s+/g, ' ').trim();
  const name = text || (element.getAttribute('aria-label') ?? element.getAttribute('title') ?? '').trim();
  return name.length > MAX_LINK_TEXT ? '' : name;
}

/** Repairs `http:/host/path`, which the URL standard resolves against the same host. */
function addSlash(reference: string): string {
  return reference.replace(/^(https?:)\/(?![/\\])/i, '$1//');
}

function withoutFragment(url: string): string {
  const start = url.indexOf('#');
  return start === -1 || isRoute(url.slice(start)) ? url : url.slice(0, start);
}

/** As in the dedup key: `#/` or `#!/` and at least one character. */
function isRoute(fragment: string): boolean {
  return /^#!?\/./.test(fragment);
}

/** The URL of a link or area, as written; undefined for other elements and empty URLs. */
export function readHyperlink(element: LightElement): string | undefined {
  if (element.localName !== 'a' && element.localName !== 'area') return undefined;
  const href = trimAddress(element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '');
  return href === '' ? undefined : href;
}
