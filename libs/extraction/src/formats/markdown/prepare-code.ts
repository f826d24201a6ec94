import type { LightElement, LightNode } from '../../tree/light-node';
import { contentBeside, detach, nextNode, textOf } from '../../tree/walk';
import { findAround, hasBlock, isBlock, isLongerThan } from './blocks';
import { containsOnlyNumbers, isGutter } from './listing-text';
import { rowsOf } from './table-rows';

const LISTINGS: ReadonlySet<string> = new Set(['PRE', 'CODE']);
const CODE_CELL = /(?:^|\s)(?:code|blob-code|[\w-]*-code|lntd)(?:\s|$)/i;
/** Blocks in which code that is the only content is a code block. */
const PARENTS = new Set('ARTICLE BLOCKQUOTE BODY DD DIV FIGURE LI MAIN P SECTION'.split(' '));
const MAX_NODES = 500;
const MAX_BLANK_LENGTH = 100;
/** Line numbers of both sides of a diff, and the code. */
const MAX_CODE_CELLS = 6;

export function isInListing(element: LightElement): boolean {
  return findAround(element, LISTINGS) !== undefined;
}

/** A nested code block is part of the outer one; a `pre` that only arranges images is none. */
export function prepareListing(listing: LightElement): void {
  listing.nodeName = isInListing(listing) || !hasCode(listing) ? 'DIV' : 'PRE';
}

function hasCode(listing: LightElement): boolean {
  let hasImage = false;
  for (let node: LightNode | null = listing.firstChild; node !== null; node = nextNode(node, listing)) {
    if (node.nodeType === 3 && node.data.trim() !== '') return true;
    if (node.nodeName === 'IMG') hasImage = true;
  }
  return !hasImage;
}

/** Inline code with blocks, or with line breaks and nothing next to it, is a code block without `pre`. */
export function prepareCode(code: LightElement): void {
  if (isInListing(code) || isBlankCode(code)) code.nodeName = 'SPAN';
  else if (!hasBlock(code)) code.nodeName = hasBreak(code) && isAlone(code) ? 'PRE' : 'CODE';
  else code.nodeName = code.childNodes.some((child) => child.nodeName === 'PRE') ? 'DIV' : 'PRE';
}

/** Markdown has no code of white space only. */
function isBlankCode(code: LightElement): boolean {
  return !isLongerThan(code, MAX_BLANK_LENGTH) && textOf(code).trim() === '';
}

function hasBreak(code: LightElement): boolean {
  let visited = 0;
  for (let node: LightNode | null = code.firstChild; node !== null; node = nextNode(node, code)) {
    if (++visited > MAX_NODES) return false;
    if (node.nodeName === 'BR') return true;
  }
  return false;
}

function isAlone(code: LightElement): boolean {
  if (!PARENTS.has(code.parentNode?.nodeName ?? '')) return false;
  return isEdge(code, 'previousSibling') && isEdge(code, 'nextSibling');
}

function isEdge(code: LightElement, side: 'previousSibling' | 'nextSibling'): boolean {
  const beside = contentBeside(code, side);
  return beside === null || (beside.nodeType !== 3 && isBlock(beside));
}

/** Turns a table of line numbers and code into a code block. Returns whether it was one. */
export function prepareCodeTable(table: LightElement): boolean {
  const gutters: LightElement[] = [];
  const rows = rowsOf(table);
  for (const { cells } of rows) {
    if (cells.length > MAX_CODE_CELLS) return false;
    const own = cells.filter((cell) => isGutter(cell) || isNumberListing(cell, cells.length));
    if (own.length === 0 && !cells.some((cell) => CODE_CELL.test(cell.getAttribute('class') ?? ''))) return false;
    if (own.length === cells.length && rows.length === 1) return false;
    gutters.push(...own);
  }
  if (gutters.length === 0) return false;
  for (const gutter of gutters) detach(gutter);
  table.nodeName = 'PRE';
  return true;
}

function isNumberListing(cell: LightElement, cellsInRow: number): boolean {
  const only = cell.firstChild;
  return cellsInRow > 1 && only?.nodeName === 'PRE' && only.nextSibling === null && containsOnlyNumbers(cell);
}
