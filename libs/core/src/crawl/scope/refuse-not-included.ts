import { type PathPattern, patternSubject } from './path-pattern';
import type { ParsedCandidate, ScopeContext, ScopeRule } from './scope-rule';

/** The patterns describe the site's own paths, which other sites do not share, so foreign hosts are not matched. */
export const refuseNotIncluded: ScopeRule = (candidate, context) =>
  isMeasured(candidate, context) && findInclude(candidate, context) === undefined ? 'not-included' : undefined;

/** The include that lets the candidate in; undefined when none does, and when the candidate needs none. */
export function findInclude(candidate: ParsedCandidate, context: ScopeContext): PathPattern | undefined {
  if (!isMeasured(candidate, context)) return undefined;
  const subject = patternSubject(candidate.parsed, context.scope);
  return context.includes.find((pattern) => pattern.test(subject));
}

function isMeasured({ internal, subdomain }: ParsedCandidate, { scope, includes }: ScopeContext): boolean {
  return includes.length > 0 && (internal || (subdomain && scope.allowSubdomains));
}
