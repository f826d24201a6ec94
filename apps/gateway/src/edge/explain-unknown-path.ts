import { oneOf } from '../errors/wording';
import { isOwnMethod, type KnownMethods } from './known-methods';

/** Operations of other services with this API: prefixes of the path after the version. */
const ABSENT_OPERATIONS = [
  ...['agent', 'browser', 'interact', 'monitor', 'deep-research', 'llmstxt'],
  ...['feedback', 'support', 'keyless', 'x402'],
  ...['team/activity', 'team/threat-protection', 'team/siem'],
];

const VERSIONED = /^\/v(\d{1,2})\/(.+)$/is;

/** Advice for an unknown path, without a full stop; undefined for a path of no known API. */
export function explainUnknownPath(path: string, known: KnownMethods): string | undefined {
  const [, version, rest = ''] = VERSIONED.exec(path) ?? [];
  if (version === undefined) return isOfVersion(path, known) ? 'The version is missing: add /v2 or /v1' : undefined;
  if (version === '0') return 'v0 has only health checks: use v1 or v2';
  if (Number(version) > 2) return 'The versions are v1 and v2';
  const absent = ABSENT_OPERATIONS.find((name) => `${rest}/`.toLowerCase().startsWith(`${name}/`));
  if (absent !== undefined) return `This service has no ${absent} operation`;
  if (/^scrape\/[^/]+\/interact/i.test(rest)) return 'This service has no interact operation';
  return explainOtherVersion(path, known);
}

const isOfVersion = (path: string, known: KnownMethods) =>
  ['/v1', '/v2'].some((version) => known.of({ baseUrl: version, path }).length > 0);

/** Advice if the other version has the path, and `method` if given. */
export function explainOtherVersion(path: string, known: KnownMethods, method?: string): string | undefined {
  const [, version, rest] = VERSIONED.exec(path) ?? [];
  const other = version === '1' ? 'v2' : 'v1';
  const methods = version === undefined ? [] : known.of({ baseUrl: '', path: `/${other}/${rest}` }).filter(isOwnMethod);
  if (methods.length === 0 || (method !== undefined && !methods.includes(method))) return undefined;
  return `This is an operation of ${other}; use ${oneOf(methods)} there`;
}
