import { parseUrl } from './parse-url';

/** A URL as logs and traces name it: user, password and query may hold credentials. Empty for what is no URL. */
export function withoutSecrets(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return '';
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
