import { MAX_URL_CHARS } from './page-url';
import { parseUrl } from './parse-url';

/** A longer delay is for reading the page first, or for reloading it. */
const MAX_REDIRECT_S = 5;
const REFRESH = /^\s*(\d{1,6}|(?=\.))([\d.]{0,20})\s*[;,\s]\s*(?:url\s*=)?\s*(.*)$/is;

export interface RefreshBase {
  /** Of the page. */
  url: string;
  /** Base of relative URLs. */
  baseUrl: string;
}

/**
 * The delay, in milliseconds, of a refresh that redirects to another page. `refresh`: a `Refresh` header or the content
 * of `<meta http-equiv=refresh>`, parsed as in the HTML standard. Undefined: it does not redirect, or not soon.
 */
export function refreshDelayMs(refresh: string, { url, baseUrl }: RefreshBase): number | undefined {
  const [, seconds, fraction = '', address = ''] = REFRESH.exec(refresh) ?? [];
  if (seconds === undefined) return undefined;
  const delayS = Number.parseFloat(`0${seconds}${fraction}`);
  // Text after a closing quote is ignored.
  const reference = address.trim().replace(/^(["'])(.*?)(?:\1.*)?$/s, '$2');
  if (delayS > MAX_REDIRECT_S || reference === '' || reference.length > MAX_URL_CHARS) return undefined;
  const target = parseUrl(reference, baseUrl);
  if (target === undefined || !/^https?:$/.test(target.protocol)) return undefined;
  return withoutFragment(target.href) === withoutFragment(url) ? undefined : delayS * 1000;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
