import { recognizeTrap } from '../traps/recognize-trap';
import type { ScopeRule } from './scope-rule';

/** Only linked URLs are unlimited; seeds and sitemap entries are chosen by people. */
export const refuseTrap: ScopeRule = ({ parsed, foundOn }) =>
  foundOn !== undefined && recognizeTrap(parsed) !== undefined ? 'trap' : undefined;
