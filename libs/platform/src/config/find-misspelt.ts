import { type Environment, isReadInLowerCase } from './config';
import { findSimilar } from './find-similar';

/** Shorter names, such as PORT and HOST, resemble many variables of shells and containers. */
const MIN_LETTERS = 8;

export interface Misspelt {
  variable: string;
  meant: string;
}

export function findMisspelt(environment: Environment, known: readonly string[]): Misspelt[] {
  const names = new Set(known);
  const long = known.filter((name) => name.length >= MIN_LETTERS);
  return Object.keys(environment).flatMap((variable) => {
    if (names.has(variable) || isReadInLowerCase(variable)) return [];
    const spelling = variable.toUpperCase();
    const meant = long.find((name) => name === spelling) ?? findSimilar(spelling, long);
    return meant === undefined ? [] : [{ variable, meant }];
  });
}
