import { getDomain } from 'tldts';
import { bareHost, isRoute, isWebUrl } from '../../url/page-url';
import { parseUrl } from '../../url/parse-url';
import type { Candidate, ParsedCandidate } from './scope-rule';

/** Parses the URL and relates it to the origin; undefined when it is not an http(s) URL. */
export function parseCandidate(candidate: Candidate, origin: URL): ParsedCandidate | undefined {
  const parsed = parseUrl(candidate.url);
  if (parsed === undefined || !isWebUrl(parsed)) return undefined;
  parsed.username = '';
  parsed.password = '';
  // A section of a page is that page: the dedup key of both is the same.
  if (!isRoute(parsed.hash)) parsed.hash = '';
  const internal = isSameHost(parsed, origin);
  return { ...candidate, parsed, internal, subdomain: !internal && isSameDomain(parsed, origin) };
}

/** Ignores port and scheme: a site that moves from one to the other is still that site. */
export function isSameHost(a: URL, b: URL): boolean {
  return bareHost(a.hostname) === bareHost(b.hostname);
}

/** The same host, or hosts of one registrable domain. */
export const isSameSite = (a: URL, b: URL) => isSameHost(a, b) || isSameDomain(a, b);

function isSameDomain(a: URL, b: URL): boolean {
  const domain = registrableDomain(a);
  return domain !== null && domain === registrableDomain(b);
}

/** Private suffixes count: two users of github.io are two sites. null for addresses and single labels. */
function registrableDomain(url: URL): string | null {
  return getDomain(url.hostname, { allowPrivateDomains: true });
}
