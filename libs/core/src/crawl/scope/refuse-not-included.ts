import { type PathPattern, patternSubject } from './path-pattern';
import type { ParsedCandidate, ScopeContext, ScopeRule } from './scope-rule';

/** Does not apply to other hosts, because the patterns describe the site's own paths. */
export const refuseNotIncluded: ScopeRule = (candidate, context) =>
  isMeasured(candidate, context) && findInclude(candidate, context) === undefined ? 'not-included' : undefined;

/** The matching include pattern; undefined if none matches or none is required. */
export function findInclude(candidate: ParsedCandidate, context: ScopeContext): PathPattern | undefined {
  if (!isMeasured(candidate, context)) return undefined;
  const subject = patternSubject(candidate.parsed, context.scope);
  return context.includes.find((pattern) => pattern.test(subject));
}

function isMeasured({ internal, subdomain }: ParsedCandidate, { scope, includes }: ScopeContext): boolean {
  return includes.length > 0 && (internal || (subdomain && scope.allowSubdomains));
}
