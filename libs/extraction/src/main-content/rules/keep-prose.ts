import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Words of a block that is written, and not a label or a teaser. */
const PROSE_WORDS = 15;
/** Words of the kept prose of one text, and blocks of it, from which on the rest of it belongs to the same. */
const MUCH = 300;
const MANY = 3;
/** Probability. Of the rest of a text the scorer may be unsure, but not sure of the contrary. */
const LEAST = 0.2;
const PARAGRAPHS = new Set('blockquote dd li p pre'.split(' '));
/** Elements that paragraphs are wrapped in, on the way to what holds the text. */
const WRAPPERS = new Set('blockquote dl li ol ul'.split(' '));

/** The prose in one element. */
interface Text {
  blocks: number[];
  /** The first and last that are kept, and the words of those that are and that are not. */
  first: number;
  last: number;
  keptBlocks: number;
  keptWords: number;
  otherWords: number;
}

/**
 * Prose between kept prose in the same parent stays, and so does the rest of a text of which most is kept. What the
 * page says elsewhere too is an insertion: a promotion between paragraphs. `kept`, by block: 1 stays.
 */
export function keepProse(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { blocks, elements, tags, copies } = page;
  const { parent, node } = elements;
  const byParent = new Map<number, Text>();
  const byHome = new Map<number, Text>();
  blocks.forEach((block, index) => {
    if (!isProse(block)) return;
    let home = parent[block.element] as number;
    add(byParent, home, index, block, kept);
    while (home !== -1 && WRAPPERS.has(node[home]?.localName as string)) home = parent[home] as number;
    add(byHome, home, index, block, kept);
  });
  for (const { blocks: text, first, last } of byParent.values()) {
    for (const index of text) if (first !== -1 && index > first && index < last) keep(index);
  }
  for (const text of byHome.values()) {
    if (text.keptWords < MUCH || text.keptBlocks < MANY || text.otherWords > text.keptWords) continue;
    for (const index of text.blocks) {
      if (PARAGRAPHS.has(tags[index] as string) && (scores[index] as number) >= LEAST) keep(index);
    }
  }

  function keep(index: number): void {
    if (copies.isUnique[index] === 1) kept[index] = 1;
  }
}

function add(texts: Map<number, Text>, element: number, index: number, { words }: TextBlock, kept: Uint8Array): void {
  let text = texts.get(element);
  if (text === undefined) {
    text = { blocks: [], first: -1, last: -1, keptBlocks: 0, keptWords: 0, otherWords: 0 };
    texts.set(element, text);
  }
  text.blocks.push(index);
  if (kept[index] === 0) {
    text.otherWords += words;
    return;
  }
  if (text.first === -1) text.first = index;
  text.last = index;
  text.keptBlocks++;
  text.keptWords += words;
}

function isProse({ words, linkShare, buttonShare, punctuation }: TextBlock): boolean {
  return words >= PROSE_WORDS && linkShare < 0.3 && buttonShare < 0.3 && punctuation > 0;
}
