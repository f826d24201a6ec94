import { parseUrl } from './parse-url';

/** Replaces user and password by `…`, for operators and error messages. Accepts text without a scheme and invalid URLs. */
export function maskUserInfo(text: string): string {
  // The URL standard ignores these characters and accepts any number of slashes of either kind.
  const read = text.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  const masked = read.replace(/^(https?:[/\\]*|[a-z][a-z\d+.-]*:[/\\]+|[/\\]+)?[^/\\?#]*@/i, '$1…@');
  return masked === read ? text : masked;
}

/** Removes user and password. Invalid URLs and URLs without either are unchanged. */
export function removeUserInfo(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** For logs and traces: without user and password, and with the query as `?…`. Empty for an invalid URL or one without an origin. */
export function redactUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || url.origin === 'null') return '';
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
