import leven from 'leven';

/** Two letters that changed places are two edits. */
const MAX_EDITS = 2;
const LETTERS_PER_EDIT = 3;

/**
 * The word of `known` that was probably meant: the one that is fewest edits away, two at most, and one in a short
 * word. Undefined when there is none; a word that is known itself resembles nothing else.
 */
export function findSimilar(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; edits: number } | undefined;
  for (const one of known) {
    const edits = leven(word, one);
    if (edits === 0) return undefined;
    const allowed = Math.min(MAX_EDITS, Math.floor(one.length / LETTERS_PER_EDIT));
    if (edits <= allowed && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { word: one, edits };
  }
  return best?.word;
}
