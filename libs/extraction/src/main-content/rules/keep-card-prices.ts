import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Share of a block's characters in the link. */
const LINKED = 0.9;
/** Elements between a text and the link around it. */
const MAX_LEVELS = 12;
/** Blocks and words of a card. A link of more was never closed. */
const MAX_BLOCKS = 16;
const MAX_WORDS = 100;
/** Share of its words that must be kept. */
const LEAST_KEPT = 0.5;

/**
 * A card that is one link is one thing: where most of its words are kept, so is its price, which stands in no field of
 * keep-prices.ts as it is a link. `kept`, by block: 1 stays.
 */
export function keepCardPrices({ blocks, prices }: PageView, kept: Uint8Array): void {
  let from = 0;
  while (from < blocks.length) {
    const link = linkAround(blocks[from] as TextBlock);
    let to = from + 1;
    if (link !== undefined) while (to < blocks.length && linkAround(blocks[to] as TextBlock) === link) to++;
    if (to - from > 1 && to - from <= MAX_BLOCKS) keepCard(blocks, prices, from, to, kept);
    from = to;
  }
}

function keepCard(blocks: readonly TextBlock[], prices: Uint8Array, from: number, to: number, kept: Uint8Array): void {
  let words = 0;
  let keptWords = 0;
  for (let at = from; at < to; at++) {
    const own = (blocks[at] as TextBlock).words;
    words += own;
    if (kept[at] === 1) keptWords += own;
  }
  if (words > MAX_WORDS || keptWords === words || keptWords < LEAST_KEPT * words) return;
  for (let at = from; at < to; at++) {
    const { buttonShare } = blocks[at] as TextBlock;
    if (prices[at] === 1 && buttonShare < 0.5) kept[at] = 1;
  }
}

function linkAround({ nodes, linkShare }: TextBlock): LightElement | undefined {
  if (linkShare < LINKED) return undefined;
  let outer = nodes[0]?.parentNode ?? null;
  for (let level = 0; outer !== null && level < MAX_LEVELS; level++) {
    if (outer.localName === 'a') return outer;
    outer = outer.parentNode;
  }
  return undefined;
}
