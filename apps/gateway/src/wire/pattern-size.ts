/**
 * An upper bound for the size of the program that RE2 compiles a pattern to. RE2 writes `x{100}` as a hundred times
 * `x`, so a short pattern can take seconds and hundreds of megabytes to compile. The bound also exists for invalid
 * patterns.
 */
export function patternSize(pattern: string): number {
  /** The sizes of the open groups, the innermost last. */
  const sums = [0];
  /** The size of what a repetition would repeat. */
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
 * An upper bound for the states in which a match of the pattern can be at once: its size without its plain characters.
 * A long word costs no more than a short one, but `a.{900}x` has to follow nine hundred possible matches at every
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

/** A quoted text, an escape, a class (`[^]` is one in JavaScript too), a counted repetition, or any character. */
const TOKEN = /\\Q.*?(?:\\E|$)|\\(?:[pPxu]\{[^}]*\}|.)|\[\^?(?:\\.|[^\]\\])*\]|\{(\d{1,9})(?:,(\d{1,9})?)?\}|./gs;
