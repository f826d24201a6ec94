import { protocols, UpstreamProxy } from './upstream-proxy';

/**
 * Parses a comma list of proxies: `http://user:pass@host:port`, `https://…` or `socks5://…`, each with `?country=DE` if
 * its country is known. Commas, `@` and other signs in credentials are escaped as in any URL (`%2C`, `%40`).
 *
 * Throws an Error that names the place of every wrong entry, never its text, which may hold secrets.
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

/** What is wrong with the entry, in words, where it is no proxy. */
function parseProxy(entry: string, position: number): UpstreamProxy | string {
  const wrong = (what: string) => `entry ${position} ${what}`;
  if (!/^[a-z0-9]+:\/\//i.test(entry) || !URL.canParse(entry)) {
    return wrong('is no URL of a proxy, as http://user:pass@host:port (special signs in credentials as %2C)');
  }
  const url = new URL(entry);
  if (!protocols.has(url.protocol)) return wrong('must begin with http://, https:// or socks5://');
  if (url.hostname === '') return wrong('names no host');
  if (/^\/?$/.test(url.pathname) === false || url.hash !== '') return wrong('has a path, which a proxy does not');
  for (const name of url.searchParams.keys()) {
    if (name !== 'country') return wrong('has a parameter other than country');
  }
  const countries = url.searchParams.getAll('country');
  if (countries.length > 1 || countries.some((country) => !/^[a-z]{2}$/i.test(country))) {
    return wrong('must name its country by one code of two letters, as ?country=DE');
  }
  try {
    return new UpstreamProxy(url, position);
  } catch {
    // decodeURIComponent's message would not help to find the place.
    return wrong('has a % in its credentials that begins no escape (a % itself is written %25)');
  }
}
