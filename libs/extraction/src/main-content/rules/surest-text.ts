import { isCalledArticle } from '../page-hints';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Words of the text that a page is judged by: short news has two or three sentences. */
const TEXT_WORDS = 40;
/** Words of a block of it, and share in links that it may have. */
const PROSE_WORDS = 8;
const PROSE_LINKED = 0.3;
/** Blocks before that text, and words of one, that its date may stand in. */
const DATE_BEFORE = 8;
const DATE_WORDS = 25;
export interface SurestText {
  blocks: TextBlock[];
  first: number;
  last: number;
  /** Mean over its words. */
  probability: number;
}

/** The most probable of the prose that is kept, as much as an article has at least; undefined: there is less. */
export function surestText(
  blocks: readonly TextBlock[],
  scores: Float32Array,
  kept: Uint8Array,
): SurestText | undefined {
  const prose = [...kept.keys()].filter((index) => {
    const { words, linkShare } = blocks[index] as TextBlock;
    return kept[index] === 1 && words >= PROSE_WORDS && linkShare < PROSE_LINKED;
  });
  prose.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  const text: SurestText = { blocks: [], first: blocks.length, last: -1, probability: 0 };
  let words = 0;
  for (const index of prose) {
    const block = blocks[index] as TextBlock;
    words += block.words;
    text.blocks.push(block);
    text.probability += block.words * (scores[index] as number);
    text.first = Math.min(text.first, index);
    text.last = Math.max(text.last, index);
    if (words >= TEXT_WORDS) return { ...text, probability: text.probability / words };
  }
  return undefined;
}

/** Whether the text is an article: the page says so, or a date stands at its beginning. */
export function isArticle({ blocks, dates, hints }: PageView, { first }: SurestText): boolean {
  if (isCalledArticle(hints)) return true;
  for (let index = Math.max(0, first - DATE_BEFORE); index <= first + 1 && index < blocks.length; index++)
    if (dates[index] === 1 && (blocks[index] as TextBlock).words < DATE_WORDS) return true;
  return false;
}
