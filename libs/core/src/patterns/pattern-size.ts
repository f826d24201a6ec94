/**
 * Upper bound for the compiled program size. RE2 expands `x{100}` to 100 copies of `x`, so a short pattern can take
 * seconds and hundreds of megabytes. Also defined for invalid patterns.
 */
export function patternSize(pattern: string): number {
  const sums = [0];
  let last = 0;
  const add = (size: number) => {
    last = size;
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + size;
  };
  for (const token of tokensOf(pattern)) {
    if (token === '(') {
      sums.push(1);
    } else if (token === ')' && sums.length > 1) {
      add((sums.pop() ?? 0) + 1);
    } else if (COUNTED.test(token)) {
      const [least = 0, most = 0] = token.slice(1, -1).split(',').map(Number);
      add(last * Math.max(least, most));
    } else {
      add(sizeOfToken(token));
    }
  }
  return sums.reduce((total, sum) => total + sum, 0);
}

/**
 * Upper bound for the simultaneous states of a match: the size without literal characters. `a.{900}x` has up to 900
 * states at every character of the text.
 */
export function patternSpread(pattern: string): number {
  let plain = 0;
  for (const token of tokensOf(pattern)) {
    if (token.startsWith('\\Q')) plain += token.length;
    else if (PLAIN.test(token)) plain += 1;
  }
  return patternSize(pattern) - plain;
}

const PLAIN = /^(?:[^.*+?|[\]\\{]|\\[^\p{L}\d])$/su;

const COUNTED = /^\{\d/;

/** A class is one instruction, but each `\pL` in it adds hundreds of ranges. */
function sizeOfToken(token: string): number {
  if (token.startsWith('\\Q')) return token.length;
  return token.startsWith('[') ? 1 + (token.match(/\\[pP]/g)?.length ?? 0) : 1;
}

/** An escape, a counted repetition or a character. `tokensOf` splits off quoted texts and classes. */
const TOKEN = /\\(?:[pPxu]\{[^}]{0,100}\}|.)|\{\d{1,9}(?:,\d{0,9})?\}|./gs;

/** Linear: a failed search for the end of a quoted text or class is not repeated. */
function* tokensOf(pattern: string): Generator<string> {
  const token = new RegExp(TOKEN);
  const closing = new RegExp(CLASS_END);
  let mayClose = true;
  for (let found = token.exec(pattern); found !== null; found = token.exec(pattern)) {
    let [text] = found;
    if (text === '\\Q') {
      const end = pattern.indexOf('\\E', token.lastIndex);
      text = pattern.slice(found.index, end === -1 ? undefined : end + 2);
    } else if (text === '[' && mayClose) {
      // `[^]` is a class in JavaScript too.
      closing.lastIndex = token.lastIndex + (pattern[token.lastIndex] === '^' ? 1 : 0);
      mayClose = closing.test(pattern);
      if (mayClose) text = pattern.slice(found.index, closing.lastIndex);
    }
    token.lastIndex = found.index + text.length;
    yield text;
  }
}

const CLASS_END = /(?:\\.|[^\]\\])*\]/sy;
