import { parseCandidate } from './parse-candidate';
import { refuseBackward } from './refuse-backward';
import { refuseExternal } from './refuse-external';
import type { ScopeContext } from './scope-rule';

/** Whether `url` is on another site or not below the origin, regardless of patterns and depths. */
export function leavesOrigin(url: string, context: ScopeContext): boolean {
  const candidate = parseCandidate({ url, depth: 0 }, context.origin);
  if (candidate === undefined) return true;
  return !candidate.internal || [refuseExternal, refuseBackward].some((rule) => rule(candidate, context) !== undefined);
}
