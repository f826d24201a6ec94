/** How the benchmarks count: words are runs of letters, digits and underscores of any script. */
const WORD = /[\p{L}\p{N}_]+/gu;

const words = (text) => text.match(WORD) ?? [];
export const lowerWords = (text) => words(text.toLowerCase());
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Bag of lower-case words. */
export function scoreWords(truth, answer) {
  return scoreBags(lowerWords(truth), lowerWords(answer));
}

/** Bag of runs of four words. */
export function scoreShingles(truth, answer, length = 4) {
  return scoreBags(shinglesOf(words(truth), length), shinglesOf(words(answer), length));
}

export function shinglesOf(list, length) {
  if (list.length === 0) return [];
  const count = Math.max(1, list.length - length + 1);
  return Array.from({ length: count }, (_, at) => list.slice(at, at + length).join(' '));
}

function scoreBags(truth, answer) {
  if (truth.length === 0) return answer.length === 0 ? score(1, 1) : score(0, 0);
  if (answer.length === 0) return score(0, 0);
  const left = new Map();
  for (const item of truth) left.set(item, (left.get(item) ?? 0) + 1);
  let found = 0;
  for (const item of answer) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    found++;
    left.set(item, count - 1);
  }
  return score(found / answer.length, found / truth.length);
}

function score(precision, recall) {
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** How many of the snippets are in the answer, white space and case aside. */
export function countSnippets(snippets, answer) {
  const flat = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const text = flat(answer);
  return snippets.filter((snippet) => text.includes(flat(snippet))).length;
}
