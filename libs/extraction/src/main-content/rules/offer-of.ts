import type { LightElement } from '../../tree/light-node';
import { recordsOf } from '../features/find-records';
import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { CART } from './shop-words';

const PRODUCT = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:Product|ProductGroup)"/g;
const OFFER = /"offers"\s{0,9}:/;
const LIST = /"(?:ItemList|CollectionPage)"/;
/** As Open Graph has it, those of a listing. */
const GROUP = /product[.:]group/;
const PRODUCT_TYPE = /schema\.org\/Product(?:Group)?$/i;
/** Words of it. */
const CART_WORDS = 6;
/** Buttons that take a product. A page with more of them lists several. */
const MOST_CARTS = 3;
/** Variants of a product, and what goes with it. The data of a page that has more is that of a listing. */
const MOST_PRODUCTS = 20;
/** Cards of a listing, shares of them that have a picture and a price, and blocks of each; the choice of a color has one. */
const LEAST_CARDS = 20;
/** Or, right behind the title, where no price stands before them, of what the page could be about. */
const LEAST_PRICED = 8;
const LEAST_WITH = 0.5;
const CARD_BLOCKS = 2;
/** Blocks behind the title among which a listing begins, without a button that takes the product. */
const LISTING_BEHIND = 70;
/** Blocks behind the title among which the price, and the button, stand. */
const PRICE_BEHIND = 20;
const CART_BEHIND = 60;
const FILTER = /filter|refine|facet|swatch/i;
const FILTER_LEVELS = 6;
const PRICE_NAME = /price(?!s|[\s_-]?(?:filter|range|sort))/i;
/** Elements around a price, from the innermost outwards, that may call it so, or be a card. */
const NAME_LEVELS = 3;
const CARD_LEVELS = 8;
const LEAST_ROW = 3;
/** Texts of a price that are looked at. */
const MAX_NODES = 8;

/** What a page sells, as it says in its data or by what it shows: one product, or many, that it lists. */
export type Offer = 'one' | 'many' | 'none';

export function offerOf(page: PageView): Offer {
  const count = countProducts(page);
  if (count > MOST_PRODUCTS) return 'many';
  const isGroup = count === 0 && GROUP.test(page.hints.type);
  if (isGroup && !sellsOne(page)) return 'many';
  if (count === 0 && !isGroup && !saysProduct(page) && !sellsOne(page)) return 'none';
  if (count === 1 && offersOne(page)) return 'one';
  return listsMany(page) ? 'many' : 'one';
}

/** Its data has an offer, and speaks of no list. */
function offersOne({ hints }: PageView): boolean {
  return hints.structured.some((text) => OFFER.test(text)) && !hints.structured.some((text) => LIST.test(text));
}

function saysProduct({ hints, elements }: PageView): boolean {
  return (
    hints.type.includes('product') ||
    elements.node.some((element) => PRODUCT_TYPE.test(element.getAttribute('itemtype') ?? ''))
  );
}

function countProducts({ hints }: PageView): number {
  return hints.structured.reduce((sum, text) => sum + (text.match(PRODUCT)?.length ?? 0), 0);
}

/** Cards with pictures and prices follow the title, and nothing before them takes a product or is called its price. */
function listsMany(page: PageView): boolean {
  const { blocks, prices } = page;
  const from = Math.max(0, page.title);
  for (const row of new Set(recordsOf(page))) {
    if (row === undefined || row.members.length < LEAST_PRICED || row.blocksEach < CARD_BLOCKS) continue;
    if (row.withPrice < LEAST_WITH || row.withPicture < LEAST_WITH) continue;
    if (row.start < from || row.start > from + LISTING_BEHIND) continue;
    const isLong = row.members.length >= LEAST_CARDS;
    if (!isLong && (row.start > from + PRICE_BEHIND || prices.subarray(from, row.start).includes(1))) continue;
    if (!blocks.slice(from, row.start).some(isCart) && !hasNamedPrice(page, from, row.start)) return true;
  }
  return false;
}

/** Near the title, and in no card. */
function hasNamedPrice(page: PageView, from: number, end: number): boolean {
  const last = Math.min(end, from + PRICE_BEHIND);
  for (let index = from; index < last; index++)
    if (
      page.prices[index] === 1 &&
      isNamedPrice(page.blocks[index] as TextBlock) &&
      !isInCard(page, index, recordsOf(page))
    )
      return true;
  return false;
}

function isNamedPrice({ nodes }: TextBlock): boolean {
  return nodes.slice(0, MAX_NODES).some((node) => {
    let outer = node.parentNode;
    for (let level = 0; outer !== null && level < NAME_LEVELS; outer = outer.parentNode, level++) {
      if (outer.getAttribute('itemprop') === 'price') return true;
      if (PRICE_NAME.test(outer.getAttribute('class') ?? '')) return true;
    }
    return false;
  });
}

/** Or in what chooses among products. */
function isInCard({ blocks, elements }: PageView, index: number, records: ReturnType<typeof recordsOf>): boolean {
  const { element } = blocks[index] as TextBlock;
  for (let outer = element, level = 0; outer !== -1 && level < CARD_LEVELS; level++) {
    const row = records[outer];
    if (row !== undefined && row.members.length >= LEAST_ROW && Math.min(row.withPicture, row.withPrice) >= LEAST_WITH)
      return true;
    outer = elements.parent[outer] as number;
  }
  return isFilter(elements, element);
}

/** The page says so by its title, a price and a button. */
function sellsOne({ blocks, elements, prices, headings, title }: PageView): boolean {
  if (title === -1 || headings[title] !== 1) return false;
  const price = prices.indexOf(1, title);
  if (price === -1 || price > title + PRICE_BEHIND) return false;
  if (isFilter(elements, (blocks[price] as TextBlock).element)) return false;
  let carts = 0;
  let isNear = false;
  blocks.forEach((block, index) => {
    if (!isCart(block)) return;
    carts++;
    isNear ||= index > title && index < title + CART_BEHIND;
  });
  return isNear && carts <= MOST_CARTS;
}

function isCart({ words, text }: TextBlock): boolean {
  return words <= CART_WORDS && CART.test(text);
}

/** Choosing among products looks like describing one. */
export function isFilter({ node, parent }: BlockElements, element: number): boolean {
  for (
    let outer = element, level = 0;
    outer !== -1 && level < FILTER_LEVELS;
    outer = parent[outer] as number, level++
  ) {
    const element = node[outer] as LightElement;
    if (FILTER.test(element.getAttribute('class') ?? '') || FILTER.test(element.getAttribute('id') ?? '')) return true;
  }
  return false;
}
