import { parseUrl } from '@orbweaver/core';

const RESERVED =
  /^(?:host|connection|content-length|expect|http2-settings|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|sec-.*|accept-encoding)$/;
/** The characters that HTTP allows in names and values. An engine fails the request for others. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The caller's headers that may be sent unchanged, by lower-case name. */
export function callersHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.trim().toLowerCase(), value.trim()] as const)
      .filter(([name, value]) => NAME.test(name) && !RESERVED.test(name) && VALUE.test(value)),
  );
}

export interface CallersCookie {
  name: string;
  value: string;
  /** The attribute limits a cookie to this host without subdomains, and to https when the page uses it. */
  url: string;
  secure: boolean;
}

export function callersCookies(header: string, url: URL): CallersCookie[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.indexOf('=') > 0)
    .map((pair) => {
      const at = pair.indexOf('=');
      return {
        name: pair.slice(0, at).trim(),
        value: pair.slice(at + 1).trim(),
        url: url.origin,
        secure: url.protocol === 'https:',
      };
    });
}

/** Whether the caller's secrets may be sent to `url`: only to their own origin, or to its https form. */
export function isOwnOrigin(own: URL, url: string): boolean {
  const target = parseUrl(url);
  if (target === undefined) return false;
  const { origin, protocol, hostname, port } = target;
  if (origin === own.origin) return true;
  return own.protocol === 'http:' && protocol === 'https:' && hostname === own.hostname && own.port + port === '';
}
