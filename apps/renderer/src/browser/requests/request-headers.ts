/** What the connection itself decides, never the caller. */
const RESERVED =
  /^(?:host|connection|content-length|expect|http2-settings|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|sec-.*|accept-encoding)$/;
/** What HTTP allows for a name, and for a value; an engine that is given another refuses the whole request. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The caller's headers that may be sent as they are, by lower-case name. */
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
  /** Makes it a cookie of this host alone, without its subdomains; of https alone when that is what the page uses. */
  url: string;
  secure: boolean;
}

/** The caller's `Cookie` header as cookies of the page's host. */
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

/**
 * Whether the caller's secrets may go to `url`: to the origin they were given for, and with its move from http to
 * https. As the HTTP engine does with redirects.
 */
export function isOwnOrigin(own: URL, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname, port } = new URL(url);
  if (origin === own.origin) return true;
  return own.protocol === 'http:' && protocol === 'https:' && hostname === own.hostname && own.port + port === '';
}
