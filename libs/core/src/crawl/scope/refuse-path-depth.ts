import { pathDepth } from '../../url/page-url';
import type { ScopeRule } from './scope-rule';

export const refusePathDepth: ScopeRule = ({ parsed }, { scope }) =>
  scope.maxPathDepth !== undefined && pathDepth(parsed.href) > scope.maxPathDepth ? 'path-depth' : undefined;
