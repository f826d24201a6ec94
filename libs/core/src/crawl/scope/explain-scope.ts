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

/** Why a URL is not visited, for the caller. */
export interface SkipExplanation {
  reason: SkipReason;
  rule: SkipRule;
  /** Of excludePaths: the one that matched. As the caller wrote it. */
  pattern?: string;
  /** Of includePaths: none of them matched. */
  patterns?: string[];
  /** For the depth rules and the limit: the bound of the request, and the value that exceeds it. */
  bound?: number;
  value?: number;
  trap?: TrapKind;
  explanation: string;
}

/** `includedBy`: the pattern of includePaths that lets the URL in, where includePaths apply. */
export type ScopeExplanation = { admit: true; url: string; includedBy?: string } | ({ admit: false } & SkipExplanation);

/** The decision of decideScope with its explanation; this function decides nothing itself. */
export function explainScope(candidate: Candidate, context: ScopeContext): ScopeExplanation {
  const decision = decideScope(candidate, context);
  if (!decision.admit) return { admit: false, ...describe(decision.reason, decision.pattern, candidate, context) };
  const parsed = parseCandidate(candidate, context.origin);
  const include = parsed && findInclude(parsed, context);
  return { admit: true, url: decision.url, ...(include === undefined ? {} : { includedBy: include.source }) };
}

/**
 * Explains an earlier refusal. It leaves out the details when the rules would now give another reason, because the
 * start URL has been redirected since.
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
    default:
      return told;
  }
}

const against = (bound: number | undefined, value: number) => (bound === undefined ? {} : { bound, value });
