import { MAX_URL_CHARS } from './page-url';
import { parseUrl } from './parse-url';

/** Longer delays are for reading the page or reloading it. */
const MAX_REDIRECT_S = 5;
const REFRESH = /^\s*(\d{1,6}|(?=\.))([\d.]{0,20})\s*[;,\s]\s*(?:url\s*=)?\s*(.*)$/is;

export interface RefreshBase {
  url: string;
  baseUrl: string;
}

/**
 * Delay in milliseconds of a refresh to another page; undefined if it stays on the page or is too late. `refresh`: a
 * `Refresh` header or `<meta http-equiv=refresh>`, parsed by the HTML standard.
 */
export function refreshDelayMs(refresh: string, { url, baseUrl }: RefreshBase): number | undefined {
  const [, seconds, fraction = '', address = ''] = REFRESH.exec(refresh) ?? [];
  if (seconds === undefined) return undefined;
  const delayS = Number.parseFloat(`0${seconds}${fraction}`);
  const reference = address.trim().replace(/^(["'])(.*?)(?:\1.*)?$/s, '$2');
  if (delayS > MAX_REDIRECT_S || reference === '' || reference.length > MAX_URL_CHARS) return undefined;
  const target = parseUrl(reference, baseUrl);
  if (target === undefined || !/^https?:$/.test(target.protocol)) return undefined;
  return withoutFragment(target.href) === withoutFragment(url) ? undefined : delayS * 1000;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
