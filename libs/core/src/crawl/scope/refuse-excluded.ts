import { namesSite, patternSubject } from './path-pattern';
import type { ScopeRule } from './scope-rule';

export const refuseExcluded: ScopeRule = ({ parsed, internal }, { scope, excludes }) => {
  const subject = patternSubject(parsed, scope);
  const pattern = excludes.find((exclude) => exclude.test(subject) || (!internal && namesSite(exclude, parsed)));
  return pattern && { reason: 'excluded', pattern };
};
