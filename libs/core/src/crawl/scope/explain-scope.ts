import { pathDepth } from '../../url/page-url';
import type { SkipReason } from '../skip-reason';
import type { TrapKind } from '../traps/recognize-trap';
import { trapKind } from '../traps/trap-family';
import { decideScope } from './decide-scope';
import { explainSkip } from './explain-skip';
import { parseCandidate } from './parse-candidate';
import { findInclude } from './refuse-not-included';
import type { Candidate, ScopeContext } from './scope-rule';
import { ruleOf, type SkipRule } from './skip-rule';

/** The reason for skipping a URL, for the caller. */
export interface SkipExplanation {
  reason: SkipReason;
  rule: SkipRule;
  pattern?: string;
  /** All patterns of includePaths; none matched. */
  patterns?: string[];
  /** For depth rules and the limit: the configured bound and the value above it. */
  bound?: number;
  value?: number;
  trap?: TrapKind;
  explanation: string;
}

export type ScopeExplanation = { admit: true; url: string; includedBy?: string } | ({ admit: false } & SkipExplanation);

export function explainScope(candidate: Candidate, context: ScopeContext): ScopeExplanation {
  const decision = decideScope(candidate, context);
  if (!decision.admit) return { admit: false, ...describe(decision.reason, decision.pattern, candidate, context) };
  const parsed = parseCandidate(candidate, context.origin);
  const include = parsed && findInclude(parsed, context);
  return { admit: true, url: decision.url, ...(include === undefined ? {} : { includedBy: include.source }) };
}

/**
 * Explains a stored refusal. Omits details if the rules now give another reason, because the start URL was redirected
 * since.
 */
export function explainRefusal(reason: SkipReason, candidate: Candidate, context: ScopeContext): SkipExplanation {
  const decision = decideScope(candidate, context);
  const pattern = !decision.admit && decision.reason === reason ? decision.pattern : undefined;
  return describe(reason, pattern, candidate, context);
}

function describe(
  reason: SkipReason,
  pattern: string | undefined,
  candidate: Candidate,
  { scope }: ScopeContext,
): SkipExplanation {
  const told = { reason, rule: ruleOf[reason], explanation: explainSkip(reason, scope, pattern) };
  switch (reason) {
    case 'excluded':
      return pattern === undefined ? told : { ...told, pattern };
    case 'not-included':
      return { ...told, patterns: scope.includePaths };
    case 'discovery-depth':
      return { ...told, ...against(scope.maxDiscoveryDepth, candidate.depth) };
    case 'path-depth':
      return { ...told, ...against(scope.maxPathDepth, pathDepth(candidate.url)) };
    case 'trap': {
      const trap = trapKind(new URL(candidate.url));
      return trap === undefined ? told : { ...told, trap };
    }
    case 'invalid-url':
    case 'fragment':
    case 'external':
    case 'backward':
    case 'file-type':
    case 'robots':
    case 'closed-host':
    case 'limit':
    case 'redirected':
    case 'cancelled':
      return told;
  }
}

const against = (bound: number | undefined, value: number) => (bound === undefined ? {} : { bound, value });
