import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { fieldsOf } from './fields-of';
import { STOCK } from './shop-words';

/** Blocks of a card, and cards of a grid. */
const MAX_CARD = 16;
const LEAST_CARDS = 4;
/** Share of a field that must be prices, or say how many are left, and of its cards that must be kept. */
const MOST = 0.6;
/** Words of a price, with what was before, and of how many are left. */
const PRICE_WORDS = 10;
const STOCK_WORDS = 6;
/** Words of what it is the price of. */
const NAME_WORDS = 2;

/**
 * The cards of a grid that are kept keep their prices, and that they are sold out, which the scorer takes for the business
 * of the shop. Rows whose prices are links are more often beside the point. `kept`, by block: 1 stays.
 */
export function keepPrices(page: PageView, kept: Uint8Array): void {
  const { blocks, prices } = page;
  if (prices.reduce((count, isPrice) => count + isPrice, 0) < LEAST_CARDS) return;
  for (const field of fieldsOf(page)) {
    const isPriced = (index: number) => prices[index] === 1 && isShort(blocks[index] as TextBlock);
    const own = field.filter((index) => isPriced(index) || isStock(blocks[index] as TextBlock));
    const priced = own.filter(isPriced).length;
    if (own.length < MOST * field.length || (priced > 0 && priced < LEAST_CARDS)) continue;
    const ofCards = own.filter((index, at) =>
      isOfKeptCard(page, kept, index, own[at - 1] ?? -1, own[at + 1] ?? blocks.length),
    );
    if (ofCards.length < MOST * own.length) continue;
    for (const index of ofCards) kept[index] = 1;
  }
}

function isShort({ words, linkShare, buttonShare }: TextBlock): boolean {
  return words <= PRICE_WORDS && linkShare < 0.5 && buttonShare < 0.5;
}

function isStock(block: TextBlock): boolean {
  return block.words <= STOCK_WORDS && isShort(block) && STOCK.test(block.text);
}

/** Whether more than a word is kept beside it in an element that holds no other price of the field: those are `before` and `next`. */
function isOfKeptCard(
  { blocks, elements: { parent, first, end } }: PageView,
  kept: Uint8Array,
  index: number,
  before: number,
  next: number,
): boolean {
  let card = (blocks[index] as TextBlock).element;
  while (card !== -1) {
    const [start, stop] = [first[card] as number, end[card] as number];
    if (start <= before || stop > next || stop - start > MAX_CARD) return false;
    for (let at = start; at < stop; at++)
      if (at !== index && kept[at] === 1 && (blocks[at] as TextBlock).words >= NAME_WORDS) return true;
    card = parent[card] as number;
  }
  return false;
}
