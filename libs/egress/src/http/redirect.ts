import { MAX_URL_CHARS, type PageFailure } from '@orbweaver/core';
import type { HeaderFields } from './request-headers';

/** One request of a chain of redirects. */
export interface Hop {
  url: URL;
  method: string;
  headers: HeaderFields;
  /** Added to `headers`; empty once the chain has left the origin that they are for. */
  originHeaders: HeaderFields;
  body: string | Buffer | undefined;
}

export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The request that a redirect asks for; undefined when `location` is not an http(s) URL. Its characters stand for
 * bytes, as Node reads header fields.
 */
export function nextHop(hop: Hop, status: number, location: string): Hop | undefined {
  const reference = escapeBytes(location);
  if (reference.length > MAX_URL_CHARS || !URL.canParse(reference, hop.url.href)) return undefined;
  const url = new URL(reference, hop.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.hash === '') url.hash = hop.url.hash;
  // The parser escapes characters, and the fragment of the previous URL may be long as well.
  if (url.href.length > MAX_URL_CHARS) return undefined;
  const headers = new Map(hop.headers);
  const isOwn = mayKeepSecrets(hop.url, url);
  const originHeaders: HeaderFields = new Map(isOwn ? hop.originHeaders : []);
  if (!isOwn) {
    headers.delete('authorization');
    headers.delete('cookie');
  }
  // As in browsers: 303 always becomes GET, 301 and 302 only for POST.
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status <= 302 && hop.method === 'POST');
  if (!becomesGet) return { ...hop, url, headers, originHeaders };
  for (const name of ['content-type', 'content-encoding', 'content-language', 'content-location']) {
    headers.delete(name);
    originHeaders.delete(name);
  }
  return { url, method: 'GET', headers, originHeaders, body: undefined };
}

/** The failure of a chain that was followed no further. `urls`: those that redirected, in their order. */
export function tooManyRedirects(urls: readonly string[], host: string): PageFailure {
  // With cookies a site may well redirect to the same URL once, but does not after so many.
  const how = new Set(urls).size < urls.length ? 'in a circle' : `more than ${urls.length - 1} times`;
  return { reason: 'too-many-redirects', message: `The server redirects ${how}: ${host}: ERR_TOO_MANY_REDIRECTS` };
}

/** Bytes beyond ASCII, in UTF-8 or any other encoding, reach the server unchanged, as from browsers. */
function escapeBytes(location: string): string {
  return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The caller's secrets stay with the origin they were given for, or its https form. */
function mayKeepSecrets(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  return (
    from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && from.port + to.port === ''
  );
}
