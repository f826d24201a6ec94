import { recognizeTrap } from '../traps/recognize-trap';
import type { ScopeRule } from './scope-rule';

export const refuseTrap: ScopeRule = ({ parsed, foundOn }) =>
  foundOn !== undefined && recognizeTrap(parsed) !== undefined ? 'trap' : undefined;
