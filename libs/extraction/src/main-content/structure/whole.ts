import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { countWords, isAnyKept, isButton, keepText, rangeOf, sizeOf } from './ranges';

/** Minimum shares of the words of a table and of a code block that are kept. */
const MIN_TABLE_SHARE = 0.5;
const MIN_CODE_SHARE = 0.4;
/** Maximum share of a table's words in links. A table with more is a menu or a list of teasers. */
const MAX_LINKED = 0.7;
/** Maximum number of words of a cell. A table with longer cells is layout. */
const MAX_CELL_WORDS = 60;
/** Maximum number of other blocks in the frame of a table: a caption, a source. */
const FRAME_BLOCKS = 2;
/** Maximum number of labels, and of all blocks, between a text and its code block: a file name, tabs, other code blocks. */
const MAX_CODE_LABELS = 3;
const MAX_CODE_DISTANCE = 24;
const CODE_LABEL_WORDS = 4;
const ANNOUNCES = /[:：]$/;
/** Maximum number of levels from a code block up to its figure, and from a text up to its tab. */
const MAX_LEVELS = 4;

/** Keeps tables and code blocks as a whole, and those between kept text. */
export function keepWhole(page: PageView, kept: Uint8Array): void {
  const { blocks, elements } = page;
  const chosen = kept.slice();
  for (const table of innermostTables(elements)) {
    if (isKeptTable(page, chosen, table)) kept.fill(1, elements.first[table], elements.end[table]);
  }
  elements.node.forEach(({ localName }, element) => {
    if (localName !== 'pre') return;
    const range = rangeOf(elements, element);
    const words = countWords(blocks, chosen, range);
    if (words.kept > MIN_CODE_SHARE * words.all) kept.fill(1, range.start, range.end);
    else if (isCodeInText(page, chosen, element)) {
      kept.fill(1, range.start, range.end);
      keepText(blocks, kept, rangeOf(elements, figureAround(elements, element)));
    }
  });
}

/** Tables without tables in them: the others are layout. */
function innermostTables({ node, parent }: BlockElements): Set<number> {
  const tables = new Set<number>();
  node.forEach(({ localName }, element) => {
    if (localName !== 'table') return;
    tables.add(element);
    for (let outer = parent[element] as number; outer !== -1; outer = parent[outer] as number) tables.delete(outer);
  });
  return tables;
}

function isKeptTable(page: PageView, kept: Uint8Array, table: number): boolean {
  const { blocks, elements, tags } = page;
  const range = rangeOf(elements, table);
  const words = countWords(blocks, kept, range);
  let hasHeader = false;
  for (let index = range.start; index < range.end; index++) {
    if (tags[index] === 'th') hasHeader = true;
    if (tags[index] !== 'caption' && (blocks[index] as TextBlock).words > MAX_CELL_WORDS) return false;
  }
  if (words.kept > MIN_TABLE_SHARE * words.all) return true;
  if (words.linked > MAX_LINKED * words.all) return false;
  return isBetweenKept(elements, kept, frameOf(elements, table)) || (hasHeader && isBelowKept(elements, kept, table));
}

/** The outermost element around a table that contains almost nothing else. */
function frameOf(elements: BlockElements, table: number): number {
  let frame = table;
  for (let outer = elements.parent[table] as number; outer !== -1; outer = elements.parent[outer] as number) {
    if (sizeOf(elements, outer) > sizeOf(elements, table) + FRAME_BLOCKS) break;
    frame = outer;
  }
  return frame;
}

/** Whether the parent has kept blocks before and after the element. */
function isBetweenKept(elements: BlockElements, kept: Uint8Array, element: number): boolean {
  const parent = elements.parent[element] as number;
  if (parent === -1) return false;
  const [own, outer] = [rangeOf(elements, element), rangeOf(elements, parent)];
  return isAnyKept(kept, { start: outer.start, end: own.start }) && isAnyKept(kept, { start: own.end, end: outer.end });
}

function isBelowKept({ parent, first }: BlockElements, kept: Uint8Array, table: number): boolean {
  const outer = parent[table] as number;
  const start = first[table] as number;
  return outer !== -1 && start > (first[outer] as number) && kept[start - 1] === 1;
}

/** Whether a code block is between kept texts, or the kept text above it ends with a colon. */
function isCodeInText(page: PageView, kept: Uint8Array, code: number): boolean {
  const { blocks, elements } = page;
  const { start, end } = rangeOf(elements, figureAround(elements, code));
  const before = textBeside(page, kept, start - 1, -1);
  if (kept[before] !== 1) return false;
  return ANNOUNCES.test((blocks[before] as TextBlock).text) || kept[textBeside(page, kept, end, 1)] === 1;
}

/** The figure around a code block, or the code block itself. */
function figureAround({ node, parent }: BlockElements, code: number): number {
  let outer = parent[code] as number;
  for (let level = 0; outer !== -1 && level < MAX_LEVELS; level++, outer = parent[outer] as number) {
    if (node[outer]?.localName === 'figure') return outer;
  }
  return code;
}

/** The next block in that direction that is kept or no label, control or code; -1 if there is none. */
function textBeside({ blocks }: PageView, kept: Uint8Array, from: number, step: 1 | -1): number {
  let labels = 0;
  for (let index = from, steps = 0; steps <= MAX_CODE_DISTANCE; index += step, steps++) {
    const block = blocks[index];
    if (block === undefined) return -1;
    if (kept[index] === 1) return index;
    if (block.isPre || isButton(block) || isTab(block)) continue;
    if (block.words > CODE_LABEL_WORDS) return index;
    if (++labels > MAX_CODE_LABELS) return -1;
  }
  return -1;
}

function isTab({ nodes }: TextBlock): boolean {
  let around: LightElement | null = nodes[0]?.parentNode ?? null;
  for (let level = 0; around !== null && level < MAX_LEVELS; level++, around = around.parentNode) {
    if (around.getAttribute('role') === 'tab') return true;
  }
  return false;
}
