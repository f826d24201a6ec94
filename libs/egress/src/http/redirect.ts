import { MAX_URL_CHARS, type PageFailure } from '@orbweaver/core';
import type { HeaderFields } from './request-headers';

export interface Hop {
  url: URL;
  method: string;
  headers: HeaderFields;
  originHeaders: HeaderFields;
  body: string | Buffer | undefined;
}

export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The next request of a redirect; undefined if `location` is not an http(s) URL. `location` is Latin-1, as decoded by
 * Node.
 */
export function nextHop(hop: Hop, status: number, location: string): Hop | undefined {
  const reference = escapeBytes(location);
  if (reference.length > MAX_URL_CHARS || !URL.canParse(reference, hop.url.href)) return undefined;
  const url = new URL(reference, hop.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.hash === '') url.hash = hop.url.hash;
  if (url.href.length > MAX_URL_CHARS) return undefined;
  const headers = new Map(hop.headers);
  const isOwn = mayKeepSecrets(hop.url, url);
  const originHeaders: HeaderFields = new Map(isOwn ? hop.originHeaders : []);
  if (!isOwn) {
    headers.delete('authorization');
    headers.delete('cookie');
  }
  // Like browsers: 303 always becomes GET, 301 and 302 only for POST.
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status <= 302 && hop.method === 'POST');
  if (!becomesGet) return { ...hop, url, headers, originHeaders };
  for (const name of ['content-type', 'content-encoding', 'content-language', 'content-location']) {
    headers.delete(name);
    originHeaders.delete(name);
  }
  return { url, method: 'GET', headers, originHeaders, body: undefined };
}

export function tooManyRedirects(urls: readonly string[], host: string): PageFailure {
  // A site may redirect to the same URL once to set a cookie, but not this often.
  const how = new Set(urls).size < urls.length ? 'in a loop' : `more than ${urls.length - 1} times`;
  return { reason: 'too-many-redirects', message: `The server redirects ${how}: ${host}: ERR_TOO_MANY_REDIRECTS` };
}

/** Non-ASCII bytes of any encoding are sent unchanged, like in browsers. */
function escapeBytes(location: string): string {
  return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Secrets are sent only to their origin or its https form. */
function mayKeepSecrets(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  return (
    from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && from.port + to.port === ''
  );
}
