/**
 * About how large a program a pattern becomes, from above: RE2 writes `x{100}` as a hundred times `x`, so a short
 * pattern can take seconds and hundreds of megabytes to compile. Says nothing about whether the pattern is valid.
 */
export function patternSize(pattern: string): number {
  /** Of the groups that are open, the innermost last. */
  const sums = [0];
  /** What a repetition would repeat. */
  let last = 0;
  const add = (size: number) => {
    last = size;
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + size;
  };
  for (const [token, digits, most] of pattern.matchAll(TOKEN)) {
    if (token === '(') {
      sums.push(1);
    } else if (token === ')' && sums.length > 1) {
      add((sums.pop() ?? 0) + 1);
    } else if (digits !== undefined) {
      const times = Math.max(Number(digits), Number(most ?? 0));
      add(last * Math.max(0, times));
    } else {
      add(token.startsWith('\\Q') ? token.length : 1);
    }
  }
  return sums.reduce((total, sum) => total + sum, 0);
}

/** A quoted text, an escape, a class (`[^]` is one, as in JavaScript), a counted repetition, or any character. */
const TOKEN = /\\Q.*?(?:\\E|$)|\\(?:[pPxu]\{[^}]*\}|.)|\[\^?(?:\\.|[^\]\\])*\]|\{(\d{1,9})(?:,(\d{1,9})?)?\}|./gs;
