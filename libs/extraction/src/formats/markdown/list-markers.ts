import type { LightElement, LightNode } from '../../tree/light-node';
import { isBlock } from './blocks';
import { hasNoContent } from './has-no-content';
import { nodeBeside } from './node-beside';

/** Markers by item: `- `, `* `, `3. ` or `3) `. */
const markers = new WeakMap<LightElement, string>();
const alternates = new WeakSet<LightElement>();
const emptyItems = new WeakSet<LightElement>();

/** CommonMark allows nine digits. */
const MAX_ORDINAL = 999_999_999;

/** Assigns the markers of a list. Adjacent lists alternate markers, as they would merge otherwise. */
export function markItems(list: LightElement): void {
  const before = nodeBeside(list, 'previousSibling', separatesNothing);
  const isAlternate = before?.nodeName === list.nodeName && !alternates.has(before as LightElement);
  if (isAlternate) alternates.add(list);
  let ordinal = firstOrdinal(list);
  for (let item = list.firstChild; item !== null; item = item.nextSibling) {
    if (item.nodeType === 3 || item.nodeName !== 'LI') continue;
    if (list.nodeName === 'UL') {
      markers.set(item, isAlternate ? '* ' : '- ');
    } else {
      ordinal = toOrdinal(item.getAttribute('value')) ?? ordinal;
      markers.set(item, `${Math.max(0, Math.min(ordinal, MAX_ORDINAL))}${isAlternate ? ')' : '.'} `);
      if (emptyItems.has(item) || !hasNoContent(item)) ordinal += isReversed(list) ? -1 : 1;
    }
  }
}

/** Whether an empty item is written with its number. */
export function isCounted(item: LightElement): boolean {
  return item.parentNode?.nodeName === 'OL' && emptyItems.has(item);
}

/** Notes the empty items of a numbered list, which have a number. Call it before the tree is changed. */
export function noteEmptyItems(list: LightElement): void {
  if (list.nodeName !== 'OL') return;
  for (const item of list.childNodes) {
    if (item.nodeType !== 3 && item.nodeName === 'LI' && item.firstChild === null && item.attributeCount === 0)
      emptyItems.add(item);
  }
}

export function markerOf(item: LightElement): string {
  return markers.get(item) ?? '- ';
}

/** Whether a list may follow a line of text without a blank line. */
export function mayInterrupt(list: LightElement): boolean {
  return list.nodeName === 'UL' || firstOrdinal(list) === 1;
}

function firstOrdinal(list: LightElement): number {
  return toOrdinal(list.getAttribute('start')) ?? (isReversed(list) ? countItems(list) : 1);
}

function isReversed(list: LightElement): boolean {
  return list.getAttribute('reversed') !== null;
}

function countItems(list: LightElement): number {
  let items = 0;
  for (let item = list.firstChild; item !== null; item = item.nextSibling) if (item.nodeName === 'LI') items++;
  return items;
}

function toOrdinal(value: string | null): number | undefined {
  return value !== null && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}

/** Blocks with a markdown syntax, which separate lists. */
const SEPARATORS = new Set('BLOCKQUOTE H1 H2 H3 H4 H5 H6 HR LI OL P PRE TABLE TD TH UL'.split(' '));

/** Whether lists on both sides of the node are adjacent in markdown. */
function separatesNothing(node: LightNode): boolean {
  if (node.nodeType === 3) return node.data.trim() === '';
  return node.nodeName === 'SPAN' || (isBlock(node) && !SEPARATORS.has(node.nodeName));
}
