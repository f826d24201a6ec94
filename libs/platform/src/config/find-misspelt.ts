import type { Environment } from './config';
import { findSimilar } from './find-similar';

/** One letter away from PORT, HOST and the like lies half of what shells and containers set. */
const MIN_LETTERS = 8;

export interface Misspelt {
  /** As it is set. */
  variable: string;
  /** The one that is probably meant. */
  meant: string;
}

/** Variables that are set, that nothing reads, and that resemble one of `known`; none that is known itself. */
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
