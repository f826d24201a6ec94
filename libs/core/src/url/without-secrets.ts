import { parseUrl } from './parse-url';

/** A URL for logs and traces: without user, password and query. Empty for an invalid URL. */
export function withoutSecrets(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return '';
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
