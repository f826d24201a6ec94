import type { LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { resolveUrl } from './base-url';

/** A longer delay is meant to be read before, or renews the page. The browser's wait has the same bound. */
const MAX_DELAY_S = 5;
const REFRESH = /^\s*(\d{1,6}|(?=\.))[\d.]{0,20}\s*[;,\s]\s*(?:url\s*=)?\s*(.*)$/is;

/**
 * Whether a visitor would soon be taken from the page to another, by a `<meta http-equiv=refresh>` or the header of
 * that name. One in a noscript is for those who cannot run scripts.
 */
export function leadsOn(root: LightElement, { url, baseUrl, header }: RefreshSource): boolean {
  if (header !== undefined && isRedirect(header, url, url)) return true;
  return elementsNamed(root, 'meta').some(
    (meta) =>
      meta.getAttribute('http-equiv')?.trim().toLowerCase() === 'refresh' &&
      !isInNoscript(meta) &&
      isRedirect(meta.getAttribute('content') ?? '', url, baseUrl),
  );
}

function isInNoscript(meta: LightElement): boolean {
  let parent = meta.parentNode;
  while (parent !== null && parent.localName !== 'noscript') parent = parent.parentNode;
  return parent !== null;
}

export interface RefreshSource {
  /** Of the page. */
  url: string;
  baseUrl: string;
  /** The `refresh` header of the answer. */
  header?: string;
}

function isRedirect(refresh: string, url: string, baseUrl: string): boolean {
  const [, seconds, address = ''] = REFRESH.exec(refresh) ?? [];
  if (seconds === undefined || Number(seconds) > MAX_DELAY_S) return false;
  const reference = address.trim().replace(/^(["'])(.*?)(?:\1.*)?$/s, '$2');
  const target = reference === '' ? undefined : resolveUrl(reference, baseUrl);
  if (target === undefined || !/^https?:/.test(target)) return false;
  return withoutFragment(target) !== withoutFragment(url);
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
