import { isInOtherScript } from '../is-in-other-script';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Words of the text that a page is judged by: short news has two or three sentences. */
const TEXT_WORDS = 40;
/** Words of a block of it, and share in links that it may have. */
const PROSE_WORDS = 8;
const PROSE_LINKED = 0.3;
/** Probability of that text, as the mean over its words, from which on a page has an article. */
const SURE = 0.8;
/** Share of the words between its blocks that are links: texts on cards have the titles of the cards between them. */
const LINKED_BETWEEN = 0.1;
/** Shares of the probability of that text below which links, and other blocks, are taken for something else. */
const LEAST_LINK = 0.6;
const LEAST_TEXT = 0.4;

/**
 * Where the scorer is sure of a text and of nothing else, takes out the rest. Of a page with more teasers than text
 * little is to be expected, and chooseBlocks keeps them all rather than lose anything. Only in scripts that
 * no real page of the training is in: there the scorer doubts what it tells from a text elsewhere. On pages that it knows, what
 * is doubtful beside a sure text is entries of a listing. `kept`, by block: 1 stays.
 */
export function dropDoubtful(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { blocks, title } = page;
  if (!isInOtherScript(blocks, kept)) return;
  const text = surestText(blocks, scores, kept);
  if (text === undefined || text.probability < SURE || isAmongLinks(blocks, text)) return;
  for (let index = 0; index < blocks.length; index++) {
    const { linkShare } = blocks[index] as TextBlock;
    const least = linkShare >= 0.5 ? LEAST_LINK : LEAST_TEXT;
    if (index !== title && (scores[index] as number) < least * text.probability) kept[index] = 0;
  }
}

interface Text {
  first: number;
  last: number;
  /** Mean over its words. */
  probability: number;
}

/** The most probable of the prose that is kept, as much as an article has at least; undefined: there is less. */
function surestText(blocks: readonly TextBlock[], scores: Float32Array, kept: Uint8Array): Text | undefined {
  const prose = [...kept.keys()].filter((index) => {
    const { words, linkShare } = blocks[index] as TextBlock;
    return kept[index] === 1 && words >= PROSE_WORDS && linkShare < PROSE_LINKED;
  });
  prose.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  const text = { first: blocks.length, last: -1, probability: 0 };
  let words = 0;
  for (const index of prose) {
    const block = blocks[index] as TextBlock;
    words += block.words;
    text.probability += block.words * (scores[index] as number);
    text.first = Math.min(text.first, index);
    text.last = Math.max(text.last, index);
    if (words >= TEXT_WORDS) return { ...text, probability: text.probability / words };
  }
  return undefined;
}

function isAmongLinks(blocks: readonly TextBlock[], { first, last }: Text): boolean {
  let words = 0;
  let linked = 0;
  for (let index = first; index <= last; index++) {
    const block = blocks[index] as TextBlock;
    words += block.words;
    if (block.linkShare >= 0.5) linked += block.words;
  }
  return linked > LINKED_BETWEEN * words;
}
