import { parseUrl } from './parse-url';

/**
 * Replaces user and password before the host with `…`, for operators and error messages. `text` may lack a scheme or be
 * no URL.
 */
export function hideCredentials(text: string): string {
  // Like the URL standard: ignores these characters and accepts any number of slashes of either kind.
  const read = text.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  const hidden = read.replace(/^(https?:[/\\]*|[a-z][a-z\d+.-]*:[/\\]+|[/\\]+)?[^/\\?#]*@/i, '$1…@');
  return hidden === read ? text : hidden;
}

/** A URL for logs and traces: without user, password and query. Empty for an invalid URL. */
export function withoutSecrets(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return '';
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/** Removes user and password. Returns other texts unchanged. */
export function withoutCredentials(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
