import { patternSubject } from './pattern-subject';
import type { ScopeRule } from './scope-rule';

/** On foreign hosts the patterns are also searched in host and path, so that an entry can name a whole site. */
export const refuseExcluded: ScopeRule = ({ parsed, internal }, { scope, excludes }) => {
  const subject = patternSubject(parsed, scope);
  const foreign = internal ? undefined : parsed.host + parsed.pathname;
  const excluded = excludes.some(
    (pattern) => pattern.test(subject) || (foreign !== undefined && pattern.test(foreign)),
  );
  return excluded ? 'excluded' : undefined;
};
