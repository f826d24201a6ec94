import { recognizeTrap } from '../traps/recognize-trap';
import type { ScopeRule } from './scope-rule';

/** Only what a page links to is made up without end; a seed or an entry of a sitemap was named by somebody. */
export const refuseTrap: ScopeRule = ({ parsed, foundOn }) =>
  foundOn !== undefined && recognizeTrap(parsed) !== undefined ? 'trap' : undefined;
