import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { isFilter } from './offer-of';
import { RATING, SPECIFICATION, STOCK } from './shop-words';

const PRICE = /"(?:price|lowPrice)"\s{0,9}:\s{0,9}"?(\d[\d.,]{0,15})/g;
/** A field of a product and its value, `Capacity: 350 ml`: its first word, which fields that choose among products share. */
const FACT = /^(?=[^:：]{2,31}[\p{L})]?\s?[:：]\s?[^\s:：])(\p{L}[^\s:：]+)/u;
const AMOUNT = /\d[\d.,'’]{0,15}/g;
/** Amounts that are looked at, of a page and of a line. */
const MAX_AMOUNTS = 20;
/** Words of a line that says one of them and nothing else; of one that is a named price though it has no sign of money. */
const PRICE_WORDS = 8;
const BARE_PRICE_WORDS = 3;
const STOCK_WORDS = 6;
const RATING_WORDS = 12;
const HEADING_WORDS = 6;
/** Blocks before the title and behind it among which a product says what it costs. */
const BEFORE = 10;
const FACT_WORDS = 12;
const LEAST_FACTS = 2;
const BEHIND = 60;
const PRICE_AFTER = 3;
const OLD_NAME = /(?:^|[\s_-])(?:regular|old|was|before|strike|crossed|list)(?:[\s_-]|$)/i;
const OLD_TAGS = new Set(['del', 's', 'strike']);
const OLD_LEVELS = 2;
const MAX_SPECIFICATION = 60;
const LEAST_WORDS = 8;

/** A page that sells one product, see offer-of.ts, keeps its price, availability, rating and specification. */
export function keepProduct(page: PageView, kept: Uint8Array): void {
  const { blocks, title } = page;
  const start = title === -1 ? kept.indexOf(1) : title;
  const from = Math.max(0, start - BEFORE);
  const to = Math.min(blocks.length, start + BEHIND);
  const find = (test: (block: TextBlock, index: number) => boolean, first = from, end = to): number => {
    for (let index = first; index < end; index++) if (test(blocks[index] as TextBlock, index)) return index;
    return -1;
  };
  const isStock = ({ words, text, buttonShare }: TextBlock): boolean =>
    words <= STOCK_WORDS && buttonShare < 0.5 && STOCK.test(text);
  const isRating = ({ words, text }: TextBlock): boolean => words <= RATING_WORDS && RATING.test(text);
  const price = findPrice(page, find, start);
  for (const index of [price, find(isStock), find(isRating)]) if (index !== -1) kept[index] = 1;
  // What it has cost before is crossed out above what it costs.
  if (price !== -1 && isOldPrice(blocks[price] as TextBlock)) {
    const now = page.prices.indexOf(1, price + 1);
    if (now !== -1 && now <= price + PRICE_AFTER) kept[now] = 1;
  }
  keepSpecification(page, kept);
  keepFacts(page, kept, start, to);
}

function isOldPrice({ nodes }: TextBlock): boolean {
  let around = nodes[0]?.parentNode ?? null;
  for (let level = 0; around !== null && level < OLD_LEVELS; around = around.parentNode, level++)
    if (OLD_TAGS.has(around.localName) || OLD_NAME.test(around.getAttribute('class') ?? '')) return true;
  return false;
}

/** Lists of what it is made of and how large it is, near its title. */
function keepFacts({ blocks, elements, prices }: PageView, kept: Uint8Array, from: number, to: number): void {
  const { node, first, end } = elements;
  node.forEach(({ localName }, element) => {
    const [start, stop] = [first[element] as number, end[element] as number];
    if (localName !== 'ul' || start < from || stop > to || stop - start < LEAST_FACTS) return;
    const names = new Set<string>();
    for (let at = start; at < stop; at++) {
      const { words, text, linkShare } = blocks[at] as TextBlock;
      const [, name] = (words <= FACT_WORDS && linkShare < 0.5 && prices[at] === 0 && FACT.exec(text)) || [];
      if (name !== undefined) names.add(name);
    }
    if (names.size >= LEAST_FACTS && 2 * names.size > stop - start && !isFilter(elements, element))
      kept.fill(1, start, stop);
  });
}

/** The first price near the title; of a page that says in its data what the product costs, of that amount and wherever it stands. */
function findPrice(
  { prices, hints }: PageView,
  find: (test: (block: TextBlock, index: number) => boolean, first?: number, end?: number) => number,
  start: number,
): number {
  const named = new Set(
    hints.structured.flatMap((text) => [...text.matchAll(PRICE)].map(([, price = '']) => centsOf(price))),
  );
  const isPrice = ({ words, buttonShare }: TextBlock, index: number): boolean =>
    prices[index] === 1 && words <= PRICE_WORDS && buttonShare < 0.5;
  if (named.size === 0) return find(isPrice);
  const costsAsMuch = (block: TextBlock, index: number): boolean =>
    (isPrice(block, index) || (block.words <= BARE_PRICE_WORDS && block.buttonShare < 0.5 && block.digits > 0)) &&
    [...block.text.matchAll(AMOUNT)].slice(0, MAX_AMOUNTS).some(([amount]) => named.has(centsOf(amount)));
  const near = find(costsAsMuch);
  return near === -1 ? find(costsAsMuch, start, prices.length) : near;
}

/** Of an amount as people write it: a mark before the last one or two digits is that of the decimals. */
function centsOf(amount: string): number {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount.replace(/[.,'’]+$/, '')) ?? [];
  return Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
}

/** What stands below a heading that names it, the first of each name. */
function keepSpecification({ blocks, elements, headings }: PageView, kept: Uint8Array): void {
  const seen = new Set<string>();
  blocks.forEach(({ words, text, linkShare, element }, index) => {
    if (words > HEADING_WORDS || linkShare > 0.5 || seen.has(text) || !SPECIFICATION.test(text)) return;
    let end = index + 1;
    while (end < blocks.length && headings[end] === 0 && end < index + MAX_SPECIFICATION) end++;
    end = Math.min(end, endAround(elements, element, index + 2));
    let all = 0;
    let linked = 0;
    for (let at = index + 1; at < end; at++) {
      const block = blocks[at] as TextBlock;
      all += block.words;
      linked += block.words * block.linkShare;
    }
    if (all < LEAST_WORDS || linked > 0.4 * all) return;
    seen.add(text);
    kept[index] = 1;
    for (let at = index + 1; at < end; at++) {
      const block = blocks[at] as TextBlock;
      if (block.buttonShare < 0.5 && block.linkShare < 0.7) kept[at] = 1;
    }
  });
}

/** The end of the innermost element around that reaches so far. */
function endAround({ parent, end }: BlockElements, element: number, least: number): number {
  let around = element;
  while (around !== -1 && (end[around] as number) < least) around = parent[around] as number;
  return around === -1 ? Number.POSITIVE_INFINITY : (end[around] as number);
}
