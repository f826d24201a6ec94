import type { CrawlScope } from '../crawl-spec';
import type { SkipReason } from '../skip-reason';
import { parseCandidate } from './parse-candidate';
import { compilePatterns } from './path-pattern';
import { refuseBackward } from './refuse-backward';
import { refuseDiscoveryDepth } from './refuse-discovery-depth';
import { refuseExcluded } from './refuse-excluded';
import { refuseExternal } from './refuse-external';
import { refuseFileType } from './refuse-file-type';
import { refuseNotIncluded } from './refuse-not-included';
import { refusePathDepth } from './refuse-path-depth';
import { refuseTrap } from './refuse-trap';
import type { Candidate, ScopeContext, ScopeRule } from './scope-rule';

/**
 * `url`: the URL to visit, without credentials and non-route fragment. `pattern`: the caller's pattern that caused the
 * refusal, if any.
 */
export type ScopeDecision = { admit: true; url: string } | { admit: false; reason: SkipReason; pattern?: string };

const rules: readonly ScopeRule[] = [
  refuseExternal,
  refuseExcluded,
  refuseNotIncluded,
  refuseDiscoveryDepth,
  refusePathDepth,
  refuseBackward,
  refuseFileType,
  refuseTrap,
];

/** @throws InvalidPatternError with the field and the pattern */
export function compileScope(scope: CrawlScope, originUrl: string): ScopeContext {
  return {
    scope,
    origin: new URL(originUrl),
    includes: compilePatterns('includePaths', scope.includePaths),
    excludes: compilePatterns('excludePaths', scope.excludePaths),
  };
}

/**
 * Applies the rules in order; the first refusal wins. Robots and limit are checked elsewhere, because they need I/O.
 */
export function decideScope(candidate: Candidate, context: ScopeContext): ScopeDecision {
  const parsed = parseCandidate(candidate, context.origin);
  if (parsed === undefined) return { admit: false, reason: 'invalid-url' };
  for (const rule of rules) {
    const refusal = rule(parsed, context);
    if (refusal === undefined) continue;
    if (typeof refusal === 'string') return { admit: false, reason: refusal };
    const { reason, pattern } = refusal;
    return { admit: false, reason, ...(pattern === undefined ? {} : { pattern: pattern.source }) };
  }
  return { admit: true, url: parsed.parsed.href };
}
