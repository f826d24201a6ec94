import { patternSubject } from './pattern-subject';
import type { ScopeRule } from './scope-rule';

/** The includes describe the site's own paths, which other sites do not share: foreign hosts are not measured by them. */
export const refuseNotIncluded: ScopeRule = ({ parsed, internal, subdomain }, { scope, includes }) => {
  if (includes.length === 0) return undefined;
  if (!internal && !(subdomain && scope.allowSubdomains)) return undefined;
  const subject = patternSubject(parsed, scope);
  return includes.some((pattern) => pattern.test(subject)) ? undefined : 'not-included';
};
