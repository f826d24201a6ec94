import type { PageHints } from '../page-hints';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { isAnyKept, isButton, rangeOf } from './ranges';

const PRICE_DATA = /"(?:price|lowPrice)"\s{0,9}:\s{0,9}"?(\d[\d.,]{0,15})/g;
const PRODUCT_DATA = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:Product|ProductGroup)"/g;
const AMOUNT = /\d[\d.,'’]{0,15}/g;
/** Maximum number of products whose data describe one offer: variants and accessories. */
const MAX_PRODUCTS = 20;
/** Maximum number of amounts read in a block. */
const MAX_AMOUNTS = 20;
/** Maximum number of words of a price with a currency sign, and without one. */
const MAX_WORDS = 8;
const MAX_BARE_WORDS = 3;
/** Blocks above the title in which the price may stand. */
const ABOVE_TITLE = 10;

/**
 * Keeps a price next to a kept block in the same parent, and the price that the JSON-LD of a product page names: the first
 * block with that amount at the title or below it.
 */
export function keepPrices(page: PageView, kept: Uint8Array): void {
  const chosen = kept.slice();
  page.blocks.forEach((block, index) => {
    const outer = page.elements.parent[block.element] as number;
    const isPrice = page.prices[index] === 1 && block.words <= MAX_WORDS && !isButton(block);
    if (isPrice && outer !== -1 && isAnyKept(chosen, rangeOf(page.elements, outer))) kept[index] = 1;
  });
  keepOfferedPrice(page, kept);
}

function keepOfferedPrice(page: PageView, kept: Uint8Array): void {
  const prices = offeredPrices(page.hints);
  if (prices.size === 0) return;
  const start = page.title === -1 ? kept.indexOf(1) : page.title;
  const isOffered = (block: TextBlock, index: number): boolean =>
    index >= start - ABOVE_TITLE &&
    block.digits > 0 &&
    block.words <= (page.prices[index] === 1 ? MAX_WORDS : MAX_BARE_WORDS) &&
    !isButton(block) &&
    amountsOf(block.text).some((amount) => prices.has(amount));
  const price = page.blocks.findIndex(isOffered);
  if (price !== -1) kept[price] = 1;
}

/** The prices of the product that the page's data describes, in cents. Empty for pages of many products, or of none. */
function offeredPrices({ structured }: PageHints): ReadonlySet<number> {
  const products = structured.reduce((sum, text) => sum + (text.match(PRODUCT_DATA)?.length ?? 0), 0);
  if (products === 0 || products > MAX_PRODUCTS) return new Set();
  const amounts = structured.flatMap((text) => [...text.matchAll(PRICE_DATA)].map(([, price = '']) => price));
  return new Set(amounts.map(centsOf));
}

function amountsOf(text: string): number[] {
  return [...text.matchAll(AMOUNT)].slice(0, MAX_AMOUNTS).map(([amount]) => centsOf(amount));
}

/** Reads `1,299.00`, `1.299,00` and `1 299`: one or two digits after the last separator are cents. */
function centsOf(amount: string): number {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount.replace(/[.,'’]+$/, '')) ?? [];
  return Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
}
