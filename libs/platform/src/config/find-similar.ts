import leven from 'leven';

const MAX_EDITS = 2;
const LETTERS_PER_EDIT = 3;

/**
 * The word of `known` that was probably meant: the one with the fewest edits, two at most, one in a short word. Two
 * letters that changed places are one edit. Undefined when there is none, or when the word itself is known.
 */
export function findSimilar(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; edits: number } | undefined;
  for (const one of known) {
    // Counting edits takes time with the lengths of both, and the word may be anybody's.
    if (Math.abs(word.length - one.length) > MAX_EDITS) continue;
    const edits = isSwapped(word, one) ? 1 : leven(word, one);
    if (edits === 0) return undefined;
    const allowed = Math.min(MAX_EDITS, Math.floor(one.length / LETTERS_PER_EDIT));
    if (edits <= allowed && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { word: one, edits };
  }
  return best?.word;
}

/** `ulr` is `url`, which leven takes for two edits. */
function isSwapped(word: string, one: string): boolean {
  const at = [...one].findIndex((letter, place) => letter !== word[place]);
  return at >= 0 && word === `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at]}${one.slice(at + 2)}`;
}
