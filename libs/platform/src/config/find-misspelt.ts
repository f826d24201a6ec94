import type { Environment } from './config';
import { findSimilar } from './find-similar';

/** Half of what shells and containers set is one letter away from PORT, HOST and other short names. */
const MIN_LETTERS = 8;

export interface Misspelt {
  /** The variable as it is set. */
  variable: string;
  /** The variable that was probably meant. */
  meant: string;
}

/** Variables that are set, that nothing reads, and that resemble one of `known`. */
export function findMisspelt(environment: Environment, known: readonly string[]): Misspelt[] {
  const names = new Set(known);
  const long = known.filter((name) => name.length >= MIN_LETTERS);
  return Object.keys(environment).flatMap((variable) => {
    if (names.has(variable)) return [];
    const spelling = variable.toUpperCase();
    const meant = long.find((name) => name === spelling) ?? findSimilar(spelling, long);
    return meant === undefined ? [] : [{ variable, meant }];
  });
}
