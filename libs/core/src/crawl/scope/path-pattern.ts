import { RE2JS } from 're2js';
import { AdvisedError } from '../../retry-advice';

/** A pattern of the caller's, compiled by a linear-time engine. */
export interface PathPattern {
  source: string;
  /** Whether the pattern is found anywhere in `text`. */
  test(text: string): boolean;
}

export type PatternField = 'includePaths' | 'excludePaths';

/** A pattern that the engine cannot run. The message is written for the caller. */
export class InvalidPatternError extends AdvisedError {
  override readonly name = 'InvalidPatternError';
  readonly retry = 'never';

  constructor(
    readonly field: PatternField,
    readonly pattern: string,
    cause: unknown,
  ) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(`${field}: the pattern ${JSON.stringify(pattern)} cannot be used (RE2 syntax): ${detail}`, { cause });
  }
}

/** An empty first pattern switches the list off; an empty one further on says nothing. Throws InvalidPatternError. */
export function compilePatterns(field: PatternField, patterns: readonly string[]): PathPattern[] {
  if (patterns[0] === '') return [];
  return patterns.filter((pattern) => pattern !== '').map((pattern) => compilePattern(field, pattern));
}

function compilePattern(field: PatternField, source: string): PathPattern {
  try {
    // The translation accepts what people write for JavaScript: (?<name>…), \/, \u0041.
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { source, test: (text) => compiled.test(text) };
  } catch (error) {
    throw new InvalidPatternError(field, source, error);
  }
}
