import { oneOf } from '../errors/wording';
import { isOwnMethod, type KnownMethods } from './known-methods';

/** Operations that other services with this interface have, by the beginning of their paths behind the version. */
const ABSENT_OPERATIONS = [
  ...['map', 'search', 'extract', 'parse', 'agent', 'browser', 'interact', 'monitor', 'deep-research', 'llmstxt'],
  ...['feedback', 'support', 'keyless', 'x402'],
  ...['team/token-usage', 'team/activity', 'team/threat-protection', 'team/siem'],
];

const VERSIONED = /^\/v([012])\/(.+)$/is;

/** Why no route has the path, as the end of a sentence; undefined for a path of no known interface. */
export function explainUnknownPath(path: string, known: KnownMethods): string | undefined {
  const [, version, rest = ''] = VERSIONED.exec(path) ?? [];
  if (version === undefined)
    return isOfVersion(path, known) ? 'the version is missing, /v2 or /v1 before it' : undefined;
  // Some clients add the version to the base URL, others want it in there.
  if (VERSIONED.test(`/${rest}`))
    return 'the version stands in it twice, so leave it out of the base URL of the client';
  if (version === '0') return 'of v0 this service has only the health checks; it speaks v1 and v2';
  const absent = ABSENT_OPERATIONS.find((name) => `${rest}/`.toLowerCase().startsWith(`${name}/`));
  if (absent !== undefined) return `${absent} is not part of this service`;
  if (/^scrape\/[^/]+\/interact/i.test(rest)) return 'interact is not part of this service';
  return explainOtherVersion(path, known);
}

const isOfVersion = (path: string, known: KnownMethods) =>
  ['/v1', '/v2'].some((version) => known.of({ baseUrl: version, path }).length > 0);

/** That the other version has the path, with `method` if it is given. */
export function explainOtherVersion(path: string, known: KnownMethods, method?: string): string | undefined {
  const [, version, rest] = VERSIONED.exec(path) ?? [];
  const other = version === '1' ? 'v2' : 'v1';
  const methods = version === undefined ? [] : known.of({ baseUrl: '', path: `/${other}/${rest}` }).filter(isOwnMethod);
  if (methods.length === 0 || (method !== undefined && !methods.includes(method))) return undefined;
  return `it is an operation of ${other}, asked with ${oneOf(methods)}`;
}
