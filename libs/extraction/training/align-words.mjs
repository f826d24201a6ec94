const MAX_TABLE = 250_000;
const ANCHOR_WORDS = [8, 5, 3, 2, 1];

/**
 * Which words of a page are in the truth, in the same order: 1 for each that is. Runs of words that occur once on both
 * sides anchor the rest (patience diff); what is short between two anchors is compared word by word.
 */
export function alignWords(page, truth) {
  const marks = new Uint8Array(page.length);
  const numbers = new Map();
  const numberOf = (word) => {
    const known = numbers.get(word) ?? numbers.size;
    if (known === numbers.size) numbers.set(word, known);
    return known;
  };
  const a = Int32Array.from(page, numberOf);
  const b = Int32Array.from(truth, numberOf);
  const gaps = [[0, a.length, 0, b.length]];
  while (gaps.length > 0) {
    let [a0, a1, b0, b1] = gaps.pop();
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
      marks[a0++] = 1;
      b0++;
    }
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
      marks[--a1] = 1;
      b1--;
    }
    const gap = { a, b, a0, a1, b0, b1 };
    if (a0 === a1 || b0 === b1) continue;
    if ((a1 - a0) * (b1 - b0) <= MAX_TABLE) markLongestCommon(gap, marks);
    else gaps.push(...splitAtAnchors(gap, marks));
  }
  return marks;
}

/** Marks the words of the anchors; the gaps between them. */
function splitAtAnchors({ a, b, a0, a1, b0, b1 }, marks) {
  for (const length of ANCHOR_WORDS) {
    const inPage = findUnique(a, a0, a1, length);
    const inTruth = findUnique(b, b0, b1, length);
    const pairs = [];
    for (const [key, at] of inPage) if (at >= 0 && (inTruth.get(key) ?? -1) >= 0) pairs.push([at, inTruth.get(key)]);
    if (pairs.length === 0) continue;
    pairs.sort((x, y) => x[0] - y[0]);
    const gaps = [];
    let nextA = a0;
    let nextB = b0;
    for (const [at, truthAt] of longestRising(pairs)) {
      if (at < nextA || truthAt < nextB) continue;
      gaps.push([nextA, at, nextB, truthAt]);
      nextA = at;
      nextB = truthAt;
      while (nextA < a1 && nextB < b1 && a[nextA] === b[nextB]) {
        marks[nextA++] = 1;
        nextB++;
      }
    }
    gaps.push([nextA, a1, nextB, b1]);
    return gaps.filter(([fromA, toA, fromB, toB]) => fromA < toA && fromB < toB);
  }
  return [];
}

/** Where each run of `length` words begins that occurs once; -1 for others. */
function findUnique(words, from, to, length) {
  const places = new Map();
  for (let at = from; at + length <= to; at++) {
    let key = 0;
    for (let by = 0; by < length; by++) key = (Math.imul(key, 1_000_003) + words[at + by]) | 0;
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
}

/** The longest choice of pairs whose second numbers rise as well. */
function longestRising(pairs) {
  const tails = [];
  const before = new Int32Array(pairs.length);
  pairs.forEach(([, value], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]][1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tails[low - 1] : -1;
    tails[low] = index;
  });
  const chosen = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]) chosen.push(pairs[index]);
  return chosen.reverse();
}

function markLongestCommon({ a, b, a0, a1, b0, b1 }, marks) {
  const width = b1 - b0 + 1;
  const table = new Uint16Array((a1 - a0 + 1) * width);
  for (let i = a1 - a0 - 1; i >= 0; i--) {
    for (let j = b1 - b0 - 1; j >= 0; j--) {
      table[i * width + j] =
        a[a0 + i] === b[b0 + j]
          ? table[(i + 1) * width + j + 1] + 1
          : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  let i = 0;
  let j = 0;
  while (a0 + i < a1 && b0 + j < b1) {
    if (a[a0 + i] === b[b0 + j]) {
      marks[a0 + i] = 1;
      i++;
      j++;
    } else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) i++;
    else j++;
  }
}
