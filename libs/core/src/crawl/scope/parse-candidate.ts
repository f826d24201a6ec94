import { getDomain } from 'tldts';
import { bareHost, isRoute, isWebUrl } from '../../url/page-url';
import { parseUrl } from '../../url/parse-url';
import type { Candidate, ParsedCandidate } from './scope-rule';

export function parseCandidate(candidate: Candidate, origin: URL): ParsedCandidate | undefined {
  const parsed = parseUrl(candidate.url);
  if (parsed === undefined || !isWebUrl(parsed)) return undefined;
  // Each assignment parses the URL again.
  if (parsed.username !== '') parsed.username = '';
  if (parsed.password !== '') parsed.password = '';
  // Sections have the dedup key of their page. Of a lone `#`, `hash` is empty.
  if (parsed.href.includes('#') && !isRoute(parsed.hash)) parsed.hash = '';
  const internal = isSameHost(parsed, origin);
  return { ...candidate, parsed, internal, subdomain: !internal && isSameDomain(parsed, origin) };
}

export function isSameHost(a: URL, b: URL): boolean {
  return bareHost(a.hostname) === bareHost(b.hostname);
}

export const isSameSite = (a: URL, b: URL) => isSameHost(a, b) || isSameDomain(a, b);

function isSameDomain(a: URL, b: URL): boolean {
  const domain = registrableDomain(a);
  return domain !== null && domain === registrableDomain(b);
}

/** The registrable domain of a URL; its host if it has none. */
export const siteDomain = (url: URL): string => registrableDomain(url) ?? url.hostname;

/** Includes private suffixes: users of github.io are separate sites. null for addresses and single labels. */
function registrableDomain(url: URL): string | null {
  return getDomain(url.hostname, { allowPrivateDomains: true });
}
