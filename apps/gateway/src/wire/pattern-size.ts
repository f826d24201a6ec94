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

/**
 * In how many places of a pattern a match can be at once, from above: its size without its plain characters. A long
 * word costs nothing more than a short one; `a.{900}x` has to follow nine hundred beginnings of a match, at every
 * character of the URL.
 */
export function patternSpread(pattern: string): number {
  let plain = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token.startsWith('\\Q')) plain += token.length;
    else if (PLAIN.test(token)) plain += 1;
  }
  return patternSize(pattern) - plain;
}

const PLAIN = /^(?:[^.*+?|[\]\\{]|\\[^\p{L}\d])$/su;

/** A quoted text, an escape, a class (`[^]` is one, as in JavaScript), a counted repetition, or any character. */
const TOKEN = /\\Q.*?(?:\\E|$)|\\(?:[pPxu]\{[^}]*\}|.)|\[\^?(?:\\.|[^\]\\])*\]|\{(\d{1,9})(?:,(\d{1,9})?)?\}|./gs;
