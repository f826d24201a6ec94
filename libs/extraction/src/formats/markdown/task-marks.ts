import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode, previousElement, unwrap } from '../../tree/walk';
import { isBlock } from './blocks';

const LISTS = new Set(['MENU', 'OL', 'UL']);
/** Nodes of an item. */
const MAX_LOOKED_AT = 60;

/**
 * The check box that an item of a task list begins with. Boxes that nobody can check are those of markdown, and editors
 * name the items of theirs. Others may be how a page without scripts opens a menu or folds a comment. Where a label
 * elsewhere switches the box, a list without such boxes is in the item then, or a link or nothing in its first line;
 * where none does, the item is a link above a list, or boxes of which none is a paragraph.
 */
export function isTaskMark(input: LightElement): boolean {
  if (input.getAttribute('type')?.toLowerCase() !== 'checkbox') return false;
  const item = itemOf(input);
  if (item === undefined) return false;
  if (input.getAttribute('disabled') !== null || item.getAttribute('data-type') === 'taskItem') return true;
  if (hasLabel(input, item)) return !opensList(input, item) && hasPlainText(input, item);
  return hasPlainText(input, item) ? !opensNavigation(input, item) : !opensList(input, item) && isOneText(input, item);
}

/** Whether a label that is not around the box switches it. */
function hasLabel(input: LightElement, item: LightElement): boolean {
  const id = input.getAttribute('id') ?? '';
  if (id === '') return false;
  let looked = 0;
  for (let node = nextNode(input, item); node !== null && ++looked <= MAX_LOOKED_AT; node = nextNode(node, item)) {
    if (node.nodeName === 'LABEL' && node.getAttribute('for') === id) return true;
  }
  return false;
}

function opensNavigation(input: LightElement, item: LightElement): boolean {
  let looked = 0;
  for (let node = nextNode(input, item); node !== null && ++looked <= MAX_LOOKED_AT; node = nextNode(node, item)) {
    if (node.nodeName === 'NAV') return true;
    if (node.nodeName === 'INPUT') return false;
  }
  return false;
}

/** Whether the text begins in the line of the box or with a paragraph, or is in one box alone. */
function isOneText(input: LightElement, item: LightElement): boolean {
  let first: LightElement | undefined;
  for (const text of textsBehind(input, item)) {
    const around = blockAround(text, item);
    if (first === undefined && (around === item || around.nodeName === 'P')) return true;
    if (first !== undefined && first !== around) return false;
    first = around;
  }
  return first !== undefined;
}

/** The texts up to the next box. */
function* textsBehind(input: LightElement, item: LightElement): Generator<LightNode> {
  let looked = 0;
  for (let node = nextNode(input, item); node !== null && ++looked <= MAX_LOOKED_AT; node = nextNode(node, item)) {
    if (node.nodeName === 'INPUT') return;
    if (node.nodeType === 3 && node.data.trim() !== '') yield node;
  }
}

/** Markdown reads a mark only in the line of a text: takes away the boxes around that which begins the item. */
export function joinTaskText(input: LightElement): void {
  const item = itemOf(input);
  if (item === undefined) return;
  const [text] = textsBehind(input, item);
  let around = text?.parentNode ?? item;
  while (around !== item && around !== input.parentNode) {
    const outer = around.parentNode as LightElement;
    if (around.nodeName === 'P') around.nodeName = 'SPAN';
    else if (around.nodeName === 'DIV') unwrap(around);
    else if (isBlock(around)) return;
    around = outer;
  }
}

function blockAround(text: LightNode, item: LightElement): LightElement {
  let around = text.parentNode as LightElement;
  while (around !== item && !isBlock(around)) around = around.parentNode as LightElement;
  return around;
}

function itemOf({ parentNode: parent }: LightElement): LightElement | undefined {
  if (parent?.nodeName === 'LI') return parent;
  const outer = parent?.parentNode;
  return outer?.nodeName === 'LI' && previousElement(parent as LightElement) === null ? outer : undefined;
}

function opensList(input: LightElement, item: LightElement): boolean {
  let hasList = false;
  let looked = 0;
  for (let node = nextNode(input, item); node !== null && ++looked <= MAX_LOOKED_AT; node = nextNode(node, item)) {
    if (node.nodeName === 'NAV') return true;
    if (node.nodeName === 'INPUT') return false;
    hasList ||= LISTS.has(node.nodeName);
  }
  return hasList;
}

/** Whether text that is no link follows in the line. */
function hasPlainText(input: LightElement, item: LightElement): boolean {
  let looked = 0;
  let link: LightElement | undefined;
  for (let node = nextNode(input, item); node !== null && ++looked <= MAX_LOOKED_AT; node = nextNode(node, item)) {
    if (node.nodeType !== 3) {
      if (isBlock(node)) return false;
      if (node.nodeName === 'A') link = node;
    } else if (node.data.trim() !== '' && !isWithin(node, link)) return true;
  }
  return false;
}

function isWithin(node: LightNode, link: LightElement | undefined): boolean {
  for (let around = link === undefined ? null : node.parentNode; around !== null; around = around.parentNode) {
    if (around === link) return true;
  }
  return false;
}
