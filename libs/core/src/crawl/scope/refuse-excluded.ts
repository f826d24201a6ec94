import { namesSite, patternSubject } from './path-pattern';
import type { ScopeRule } from './scope-rule';

/**
 * On other hosts, a pattern that is the name of a site, with or without the beginning of a path, excludes that site.
 */
export const refuseExcluded: ScopeRule = ({ parsed, internal }, { scope, excludes }) => {
  const subject = patternSubject(parsed, scope);
  const pattern = excludes.find((exclude) => exclude.test(subject) || (!internal && namesSite(exclude, parsed)));
  return pattern && { reason: 'excluded', pattern };
};
