import { type Records, recordsOf } from '../features/find-records';
import type { PageHints } from '../page-hints';
import type { PageView } from '../page-view';
import { dropInside } from './drop-inside';

const PRODUCT = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"Product(?:Group)?"/g;
const LIST = /"(?:ItemList|CollectionPage)"/;
/** Variants of it, and some that go with it. The data of a listing that has more says nothing of lists. */
const MOST_PRODUCTS = 20;
/** Share of a row's cards. */
const LEAST_WITH = 0.5;
/** Blocks of a card on average; a choice of sizes has one each. */
const CARD_BLOCKS = 2;
/** Blocks before a row among which the heading stands that names it. */
const HEADING_BEFORE = 3;
/** A longer row is what a page of many products lists. */
const MOST_CARDS = 24;

/**
 * On a page that names one product in its data: takes out rows of cards below its title that have a picture and a price
 * each, which are what else there is to buy. `kept`, by block: 1 stays.
 */
export function dropOtherProducts(page: PageView, kept: Uint8Array): void {
  if (page.title === -1 || !declaresOneProduct(page.hints)) return;
  const inside = new Uint8Array(kept.length);
  for (const row of new Set(recordsOf(page)))
    if (row !== undefined && isRowOfProducts(row, page)) fillRow(page, row, inside);
  dropInside(page.blocks, inside, kept);
}

function declaresOneProduct({ structured }: PageHints): boolean {
  if (structured.some((text) => LIST.test(text))) return false;
  const count = structured.reduce((sum, text) => sum + (text.match(PRODUCT)?.length ?? 0), 0);
  return count > 0 && count <= MOST_PRODUCTS;
}

function isRowOfProducts(row: Records, { title }: PageView): boolean {
  const { members, start, blocksEach, withPrice, withPicture } = row;
  if (start <= title || members.length > MOST_CARDS) return false;
  return blocksEach >= CARD_BLOCKS && withPrice >= LEAST_WITH && withPicture >= LEAST_WITH;
}

function fillRow({ elements, headings, title }: PageView, { members, start }: Records, inside: Uint8Array): void {
  for (const member of members) inside.fill(1, elements.first[member], elements.end[member]);
  for (let before = start - 1; before > title && before >= start - HEADING_BEFORE; before--) {
    if (headings[before] === 0) continue;
    inside.fill(1, before, start);
    return;
  }
}
