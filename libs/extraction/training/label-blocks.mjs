import { alignWords } from './align-words.mjs';
import { lowerWords, shinglesOf } from './metrics.mjs';
import settings from './settings.json' with { type: 'json' };

/** For every block how much of it, 0..1, is in the truth, and its words as the benchmark counts them. */
export function labelBlocks({ blocks, elements }, truth) {
  const wordsOf = blocks.map(({ text }) => lowerWords(text));
  const truthWords = lowerWords(truth);
  const labels = labelInOrder(wordsOf, truthWords);
  labelElsewhere(labels, wordsOf, truthWords);
  const { fewWords, doubtOfFewWords } = settings.labels;
  labels.forEach((label, block) => {
    // One common word of three is as likely an accident of the alignment.
    if (label < 1 && wordsOf[block].length <= fewWords) labels[block] *= doubtOfFewWords;
  });
  const tags = blocks.map(({ element }) => elements.node[element].localName);
  preferCopies(labels, blocks, wordsOf, tags);
  return { labels, words: wordsOf.map((words) => words.length), truthWords: truthWords.length };
}

function labelInOrder(wordsOf, truthWords) {
  const marks = alignWords(wordsOf.flat(), truthWords);
  let at = 0;
  return wordsOf.map(({ length }) => {
    const found = marks.subarray(at, at + length).reduce((sum, mark) => sum + mark, 0);
    at += length;
    return length === 0 ? 0 : found / length;
  });
}

/**
 * The truth has some text in another place than the page. Each occurrence in the truth matches one block: the second copy
 * of a quoted post or of a carousel is not content.
 */
function labelElsewhere(labels, wordsOf, truthWords) {
  const { alignedEnough, shingleWords, shingleBlockWords, shingleShare, spentFrom } = settings.labels;
  const left = new Map();
  for (const shingle of shinglesOf(truthWords, shingleWords)) left.set(shingle, (left.get(shingle) ?? 0) + 1);
  const spend = (shingles) => {
    for (const shingle of shingles) if ((left.get(shingle) ?? 0) > 0) left.set(shingle, left.get(shingle) - 1);
  };
  const shingles = wordsOf.map((words) => (words.length < shingleWords ? [] : shinglesOf(words, shingleWords)));
  labels.forEach((label, block) => {
    if (label >= spentFrom) spend(shingles[block]);
  });
  labels.forEach((label, block) => {
    if (label >= alignedEnough || wordsOf[block].length < shingleBlockWords) return;
    const own = shingles[block];
    const share = own.filter((shingle) => left.get(shingle) > 0).length / own.length;
    if (share <= shingleShare) return;
    labels[block] = Math.max(label, share * shingleShare);
    spend(own);
  });
}

/**
 * The alignment matches any of several copies of a text. Prefers the title, then a heading above text of the truth (not
 * its entry in a table of contents), then the first copy.
 */
function preferCopies(labels, blocks, wordsOf, tags) {
  const { copyWords, sectionBlocks, sectionShare } = settings.labels;
  const copies = new Map();
  blocks.forEach(({ text }, block) => {
    const places = copies.get(text) ?? [];
    copies.set(text, places);
    places.push(block);
  });
  const isAbove = (block) => {
    const section = labels.slice(block + 1, block + 1 + sectionBlocks);
    return section.reduce((sum, label) => sum + label, 0) >= sectionShare * section.length;
  };
  const rankOf = (block) => {
    if (tags[block] === 'h1') return 0;
    return /^h[2-6]$/.test(tags[block]) && isAbove(block) ? 1 : 2;
  };
  for (const places of copies.values()) {
    if (places.length === 1) continue;
    const ranks = new Map(places.map((block) => [block, rankOf(block)]));
    const ranked = places.toSorted((a, b) => ranks.get(a) - ranks.get(b) || a - b);
    if (wordsOf[ranked[0]].length < copyWords && ranks.get(ranked[0]) === 2) continue;
    const best = places.map((block) => labels[block]).sort((a, b) => b - a);
    ranked.forEach((block, index) => {
      labels[block] = best[index];
    });
  }
}
