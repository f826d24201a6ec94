import { protocols, UpstreamProxy } from './upstream-proxy';

/**
 * Parses a comma list of proxies: `http://user:pass@host:port`, `https://…` or `socks5://…`, each with an optional
 * `?country=DE`. Escape special characters in credentials (`%2C`, `%40`).
 * @throws Error with the position of each invalid entry, never its text, which may contain secrets
 */
export function parseProxyList(text: string): UpstreamProxy[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const read = entries.map((entry, index) => parseProxy(entry, index + 1));
  const wrong = read.filter((one) => typeof one === 'string');
  if (wrong.length > 0) throw new Error(wrong.join('; '));
  return read.filter((one) => typeof one !== 'string');
}

function parseProxy(entry: string, position: number): UpstreamProxy | string {
  const wrong = (what: string) => `entry ${position} ${what}`;
  if (!/^[a-z0-9]+:\/\//i.test(entry) || !URL.canParse(entry)) {
    return wrong(
      'is not a proxy URL such as http://user:pass@host:port (escape special characters in credentials, e.g. %2C)',
    );
  }
  const url = new URL(entry);
  if (!protocols.has(url.protocol)) return wrong('must start with http://, https:// or socks5://');
  if (url.hostname === '') return wrong('has no host');
  if (/^\/?$/.test(url.pathname) === false || url.hash !== '') return wrong('has a path');
  for (const name of url.searchParams.keys()) {
    if (name !== 'country') return wrong('has an unknown parameter (only country is supported)');
  }
  const countries = url.searchParams.getAll('country');
  if (countries.length > 1 || countries.some((country) => !/^[a-z]{2}$/i.test(country))) {
    return wrong('must have one country code of two letters, such as ?country=DE');
  }
  try {
    return new UpstreamProxy(url, position);
  } catch {
    // decodeURIComponent's message lacks the position.
    return wrong('has an invalid % escape in its credentials (write % as %25)');
  }
}
