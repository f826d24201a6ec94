import leven from 'leven';

const MAX_EDITS = 2;
const LETTERS_PER_EDIT = 3;

/**
 * The word of `known` with the fewest edits: at most two, one in a short word. A transposition is one edit. Undefined
 * if `word` itself is known.
 */
export function findSimilar(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; edits: number } | undefined;
  for (const one of known) {
    // Skips the distance computation, whose time grows with both lengths.
    if (Math.abs(word.length - one.length) > MAX_EDITS) continue;
    const edits = isSwapped(word, one) ? 1 : leven(word, one);
    if (edits === 0) return undefined;
    const allowed = Math.min(MAX_EDITS, Math.floor(one.length / LETTERS_PER_EDIT));
    if (edits <= allowed && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { word: one, edits };
  }
  return best?.word;
}

/** A transposition (`ulr` for `url`), which leven counts as two edits. */
function isSwapped(word: string, one: string): boolean {
  const at = [...one].findIndex((letter, place) => letter !== word[place]);
  return at >= 0 && word === `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at]}${one.slice(at + 2)}`;
}
