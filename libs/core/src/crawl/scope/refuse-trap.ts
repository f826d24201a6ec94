import { recognizeTrap } from '../traps/recognize-trap';
import type { ScopeRule } from './scope-rule';

/** Only linked URLs can be endless; a person named each seed and each entry of a sitemap. */
export const refuseTrap: ScopeRule = ({ parsed, foundOn }) =>
  foundOn !== undefined && recognizeTrap(parsed) !== undefined ? 'trap' : undefined;
