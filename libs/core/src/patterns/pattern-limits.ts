import { patternSize, patternSpread } from './pattern-size';

export const MAX_PATTERNS = 5_000;
export const MAX_PATTERNS_CHARACTERS = 100_000;
/** Maximum sum of patternSize. Compiling that much takes some 100 ms, in the gateway and in the frontier. */
const MAX_PATTERNS_SIZE = 20_000;
/**
 * Maximum sum of patternSpread. Matching that much takes up to 0.7 s for a URL of 4,000 characters, in the frontier
 * that all jobs share.
 */
const MAX_PATTERNS_SPREAD = 2_000;

export function arePatternsWithinLimits(patterns: readonly string[]): boolean {
  const sumOf = (measure: (pattern: string) => number) => patterns.reduce((sum, pattern) => sum + measure(pattern), 0);
  return (
    patterns.length <= MAX_PATTERNS &&
    sumOf((pattern) => pattern.length) <= MAX_PATTERNS_CHARACTERS &&
    sumOf(patternSize) <= MAX_PATTERNS_SIZE &&
    sumOf(patternSpread) <= MAX_PATTERNS_SPREAD
  );
}

export const PATTERNS_TOO_LARGE =
  'The patterns are too large together: use fewer or shorter patterns, or smaller counted repetitions';
