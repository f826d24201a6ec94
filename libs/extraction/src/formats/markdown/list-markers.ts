import { classesOf } from '../../tree/classes-of';
import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';
import { isBlock } from './blocks';
import { nodeBeside } from './node-beside';
import { showsNothing } from './shows-nothing';

/** Markers by item: `- `, `* `, `3. ` or `3) `. */
const markers = new WeakMap<LightElement, string>();
const alternates = new WeakSet<LightElement>();
const bare = new WeakSet<LightElement>();
/** Nodes of an item that holds nothing. */
const MAX_BARE = 8;

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
      if (bare.has(item) || !showsNothing(item)) ordinal += isReversed(list) ? -1 : 1;
    }
  }
}

/** Whether an item is written with its number though it holds nothing. */
export function isCounted(item: LightElement): boolean {
  return item.parentNode?.nodeName === 'OL' && bare.has(item);
}

/**
 * Notes the items of a list that an author has left empty, which count. One with an element that has no text draws
 * something, and one whose class is neither that of the item with a content before it nor of that behind it keeps a
 * distance. `list`: as it came.
 */
export function noteBareItems(list: LightElement): void {
  if (list.nodeName !== 'OL') return;
  let before: string | undefined;
  let empty: LightElement[] = [];
  for (let item = list.firstChild; item !== null; item = item.nextSibling) {
    if (item.nodeType === 3 || item.nodeName !== 'LI') continue;
    const classes = classesOf(item).trim();
    if (!isBare(item)) {
      for (const one of empty) if (classesOf(one).trim() === classes) bare.add(one);
      empty = [];
      before = classes;
    } else if (classes === before) bare.add(item);
    else empty.push(item);
  }
}

function isBare(item: LightElement): boolean {
  let nodes = 0;
  for (let node: LightNode | null = item.firstChild; node !== null; node = nextNode(node, item)) {
    if (++nodes > MAX_BARE || (node.nodeType === 3 ? node.data.trim() !== '' : !isBlankLine(node))) return false;
  }
  return true;
}

/** As editors leave it in what is empty. */
function isBlankLine(element: LightElement): boolean {
  return (element.nodeName === 'P' || element.nodeName === 'BR') && element.attributeCount === 0;
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
