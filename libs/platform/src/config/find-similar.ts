import leven from 'leven';

/** Two swapped letters are two edits. */
const MAX_EDITS = 2;
const LETTERS_PER_EDIT = 3;

/**
 * The word of `known` that was probably meant: the one with the fewest edits, two at most, one in a short word.
 * Undefined when there is none, or when the word itself is known.
 */
export function findSimilar(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; edits: number } | undefined;
  for (const one of known) {
    // Counting edits takes time with the lengths of both, and the word may be anybody's.
    if (Math.abs(word.length - one.length) > MAX_EDITS) continue;
    const edits = leven(word, one);
    if (edits === 0) return undefined;
    const allowed = Math.min(MAX_EDITS, Math.floor(one.length / LETTERS_PER_EDIT));
    if (edits <= allowed && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { word: one, edits };
  }
  return best?.word;
}
