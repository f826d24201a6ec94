import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';

/** By block: 1 stays. */
type Kept = Uint8Array;

/** Share of a table's words that must be kept for all of it to be. */
const MOST = 0.5;
/** Share of a table's words in links. One of more is a menu, or teasers, though text goes on behind it. */
const MOST_LINKED = 0.7;
/** Words. A longer cell is there for the layout. */
const CELL_WORDS = 60;
/** Blocks beside a table in its frame: a caption, a source. */
const FRAME_BLOCKS = 2;
/** Words of a block that names a price and little more. */
const PRICE_WORDS = 8;

/**
 * The scorer looks at one block after the other; a reader wants things whole: the rows of a table, the label with what
 * it labels, the price with what it is for.
 */
export function keepWhole(page: PageView, kept: Kept): void {
  keepTables(page, kept);
  keepTerms(page, kept);
  keepPrices(page, kept);
}

/** A table of data without its first rows is a riddle. Tables around tables are layout. */
function keepTables({ blocks, elements, tags }: PageView, kept: Kept): void {
  const innermost = new Set<number>();
  elements.node.forEach(({ localName }, element) => {
    if (localName !== 'table') return;
    innermost.add(element);
    for (let outer = outerOf(elements, element); outer !== -1; outer = outerOf(elements, outer))
      innermost.delete(outer);
  });
  for (const table of innermost) {
    let words = 0;
    let keptWords = 0;
    let longest = 0;
    let linked = 0;
    let hasHeader = false;
    forEachIn(elements, table, (index) => {
      const block = blocks[index] as TextBlock;
      words += block.words;
      linked += block.words * block.linkShare;
      if (kept[index] === 1) keptWords += block.words;
      if (tags[index] === 'th') hasHeader = true;
      if (tags[index] !== 'caption') longest = Math.max(longest, block.words);
    });
    const belongs =
      isAmongKept(elements, frameOf(elements, table), kept) || (hasHeader && isBelowKept(elements, table, kept));
    if (longest <= CELL_WORDS && (keptWords > MOST * words || (belongs && linked <= MOST_LINKED * words)))
      forEachIn(elements, table, (index) => {
        kept[index] = 1;
      });
  }
}

/** A summary goes with its details, a term with what defines it. */
function keepTerms({ elements }: PageView, kept: Kept): void {
  elements.node.forEach((node, element) => {
    const held = labelled(node, element, elements);
    if (held !== -1 && isAnyKept(elements, held, kept))
      forEachIn(elements, element, (index) => {
        kept[index] = 1;
      });
  });
}

/** The element that `element` is the label of, -1 if it is none. */
function labelled({ localName }: LightElement, element: number, elements: BlockElements): number {
  if (localName === 'summary') return outerOf(elements, element);
  if (localName !== 'dt') return -1;
  const outer = outerOf(elements, element);
  for (let next = element + 1; next < elements.node.length && (elements.parent[next] as number) >= outer; next++) {
    if (elements.parent[next] === outer && (elements.node[next] as LightElement).localName === 'dd') return next;
  }
  return -1;
}

function keepPrices({ blocks, elements, prices }: PageView, kept: Kept): void {
  prices.forEach((isPrice, index) => {
    const { words, element } = blocks[index] as TextBlock;
    const outer = outerOf(elements, element);
    if (isPrice === 1 && words <= PRICE_WORDS && outer !== -1 && isAnyKept(elements, outer, kept)) kept[index] = 1;
  });
}

/** The outermost element that holds next to nothing else. */
function frameOf(elements: BlockElements, element: number): number {
  const sizeOf = (at: number): number => (elements.end[at] as number) - (elements.first[at] as number);
  let frame = element;
  for (let outer = outerOf(elements, frame); outer !== -1; outer = outerOf(elements, frame)) {
    if (sizeOf(outer) > sizeOf(element) + FRAME_BLOCKS) break;
    frame = outer;
  }
  return frame;
}

/** Text before it and behind it is kept in the element that it stands in. */
function isAmongKept(elements: BlockElements, element: number, kept: Kept): boolean {
  const outer = element === -1 ? -1 : outerOf(elements, element);
  if (outer === -1) return false;
  return (
    kept.subarray(elements.first[outer], elements.first[element]).includes(1) &&
    kept.subarray(elements.end[element], elements.end[outer]).includes(1)
  );
}

/** Right above it, in the element that it stands in, is kept text: with names of rows it is what that says in figures. */
function isBelowKept(elements: BlockElements, table: number, kept: Kept): boolean {
  const outer = outerOf(elements, table);
  const first = elements.first[table] as number;
  return outer !== -1 && first > (elements.first[outer] as number) && kept[first - 1] === 1;
}

function outerOf({ parent }: BlockElements, element: number): number {
  return parent[element] as number;
}

function forEachIn({ first, end }: BlockElements, element: number, visit: (index: number) => void): void {
  for (let index = first[element] as number; index < (end[element] as number); index++) visit(index);
}

function isAnyKept({ first, end }: BlockElements, element: number, kept: Kept): boolean {
  return kept.subarray(first[element], end[element]).includes(1);
}
