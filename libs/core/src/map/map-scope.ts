import { compileScope, decideScope } from '../crawl/scope/decide-scope';
import { parseCandidate } from '../crawl/scope/parse-candidate';
import { isBelowPath } from '../crawl/scope/refuse-backward';
import { refuseExcluded } from '../crawl/scope/refuse-excluded';
import { refuseExternal } from '../crawl/scope/refuse-external';
import { refuseNotIncluded } from '../crawl/scope/refuse-not-included';
import { refusePathDepth } from '../crawl/scope/refuse-path-depth';
import type { ScopeContext, ScopeRule } from '../crawl/scope/scope-rule';
import { dedupKey } from '../url/dedup-key';
import { permitsUrl } from '../url/team-hosts';
import type { MapSpec } from './map-spec';

/** A map also lists files and URLs of traps, because it fetches none of them. */
const rules: readonly ScopeRule[] = [refuseExternal, refuseExcluded, refuseNotIncluded, refusePathDepth];

export interface MapScope {
  spec: MapSpec;
  context: ScopeContext;
}

/** @throws InvalidPatternError with the field and the pattern */
export function mapScope(spec: MapSpec): MapScope {
  return { spec, context: compileScope(spec.scope, spec.url) };
}

export interface MapUrl {
  /** Without fragment and one trailing slash, and without query if the map ignores it. */
  url: string;
  /** Equal for URLs that the map lists once. */
  key: string;
}

/** The form in which a map lists a URL; undefined if it is outside the scope or the hosts of the team. */
export function listMapUrl(url: string, foundOn: string | undefined, { spec, context }: MapScope): MapUrl | undefined {
  if (!permitsUrl(spec.scrape.hosts, url)) return undefined;
  const candidate = parseCandidate({ url, depth: 0, ...(foundOn === undefined ? {} : { foundOn }) }, context.origin);
  if (candidate === undefined || rules.some((rule) => rule(candidate, context) !== undefined)) return undefined;
  const { parsed, internal, subdomain } = candidate;
  const hasPath = spec.filterByPath && context.origin.pathname !== '/';
  if (hasPath && (internal || subdomain) && !isBelowPath(parsed, context.origin)) return undefined;
  if (parsed.href.includes('#')) parsed.hash = '';
  if (spec.scope.ignoreQueryParameters && parsed.href.includes('?')) parsed.search = '';
  const listed = withoutSlash(parsed.href);
  return { url: listed, key: spec.scope.deduplicateSimilarURLs ? dedupKey(listed, spec.scope) : listed };
}

/** Whether a map may fetch a linked page for its links. robots.txt is checked elsewhere. */
export function mayVisit(url: string, foundOn: string, { context }: MapScope): boolean {
  return decideScope({ url, depth: 1, foundOn }, context).admit;
}

const withoutSlash = (url: string) => (url.endsWith('/') ? url.slice(0, -1) : url);
