import { LightElement, type LightNode } from '../../tree/light-node';
import { detach, findElement, nextAfter, nextNode, textOf } from '../../tree/walk';
import { hasBlock, isBlock, isLongerThan, isPlain } from './blocks';
import { markItems } from './list-markers';
import { showsNothing } from './shows-nothing';

/** Wrappers around a list that is all of its item. */
const MAX_WRAPPERS = 12;
/** Items of a gallery. */
const MAX_PICTURES = 50;
/** Nodes of such an item up to its picture. */
const MAX_PICTURE_NODES = 60;
/** Characters of what is drawn between items. Pictures are none of it. */
const MAX_SEPARATOR = 8;
const SEPARATOR = /^(?!.*\p{Extended_Pictographic})[\p{P}\p{S}\s]*$/u;

/**
 * What of lists can only be told when it is known what of a page is written: items that hold nothing but a list, what
 * stands between items, and the numbers. `root`: prepared, and its white space collapsed.
 */
export function settleLists(root: LightElement): void {
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    if (node.nodeName === 'UL' || node.nodeName === 'OL') {
      joinBareLists(node as LightElement);
      setRestApart(node as LightElement);
      markItems(node as LightElement);
    } else if (node.nodeName === 'LI' && isAlone(node as LightElement)) {
      if (holdsLists(node as LightElement, 'UL', [])) (node as LightElement).nodeName = 'DIV';
    }
    node = node.nodeName === 'PRE' ? nextAfter(node, root) : nextNode(node, root);
  }
}

/** No item of a list, whatever its author calls it. */
function isAlone({ parentNode: around }: LightElement): boolean {
  return around !== null && !/^[OU]L$/.test(around.nodeName);
}

/**
 * Items that are nothing but lists, as menus have them, would be written `- - a`: what those hold takes the item's
 * place. A list of pictures that an item begins with, as cards of products do, is no list.
 */
function joinBareLists(list: LightElement): void {
  let item = list.firstChild;
  while (item !== null) {
    const inner: LightElement[] = [];
    if (item.nodeName !== 'LI' || !holdsLists(item as LightElement, list.nodeName, inner)) {
      if (item.nodeName === 'LI') unwrapGallery(item as LightElement);
      item = item.nextSibling;
      continue;
    }
    const first: LightNode | null = inner[0]?.firstChild ?? item.nextSibling;
    for (const child of inner.flatMap(({ childNodes }) => childNodes)) {
      detach(child);
      list.insertBefore(child, item);
    }
    detach(item);
    item = first;
  }
}

/** Whether lists of one kind, which are put into `lists`, are all that `around` shows. */
function holdsLists(around: LightElement, kind: string, lists: LightElement[], level = 0): boolean {
  for (let child = around.firstChild; child !== null; child = child.nextSibling) {
    if (isBlank(child)) continue;
    if (child.nodeType === 3) return false;
    if (child.nodeName === kind) lists.push(child);
    else if (level === MAX_WRAPPERS || !isWrapper(child) || !holdsLists(child, kind, lists, level + 1)) return false;
  }
  return lists.length > 0;
}

/** A box to tick before a list is what is said of all of that. */
function isBlank(node: LightNode): boolean {
  if (node.nodeType === 3) return node.data.trim() === '';
  return showsNothing(node) && !isInput(node) && findElement(node, isInput) === undefined;
}

/** Others than boxes to tick are gone. */
function isInput({ nodeName }: LightElement): boolean {
  return nodeName === 'INPUT';
}

function isWrapper(element: LightElement): boolean {
  return isPlain(element) || element.nodeName.includes('-');
}

function unwrapGallery(item: LightElement): void {
  let around = item;
  let isAll = true;
  for (let level = 0; level < MAX_WRAPPERS; level++) {
    const first = nextShown(around.firstChild);
    if (first === null || first.nodeType === 3) return;
    isAll &&= nextShown(first.nextSibling) === null;
    if (first.nodeName === 'UL') {
      const pictures = isAll ? [] : picturesOf(first);
      if (pictures.length === 0) return;
      for (const element of [first, ...pictures]) element.nodeName = 'DIV';
    } else if (!isWrapper(first)) return;
    around = first;
  }
}

/** The items of a list that has one alone, with a picture, or pictures and no text. */
function picturesOf(list: LightElement): LightElement[] {
  const items: LightElement[] = [];
  for (let item = nextShown(list.firstChild); item !== null; item = nextShown(item.nextSibling)) {
    if (item.nodeName !== 'LI' || items.length === MAX_PICTURES) return [];
    items.push(item as LightElement);
  }
  return items.every((item) => hasPicture(item) && (items.length === 1 || !isLongerThan(item, 0))) ? items : [];
}

function hasPicture(item: LightElement): boolean {
  let looked = 0;
  for (let node = item.firstChild; node !== null && ++looked <= MAX_PICTURE_NODES; node = nextNode(node, item)) {
    if (node.nodeName === 'IMG') return true;
  }
  return false;
}

function nextShown(from: LightNode | null): LightNode | null {
  let node = from;
  while (node !== null && isBlank(node)) node = node.nextSibling;
  return node;
}

/**
 * What stands right in a list beside its items is no part of a line with them. Signs between two items, `<li>A</li> >
 * <li>B</li>`, are what the list draws otherwise.
 */
function setRestApart(list: LightElement): void {
  let first = list.firstChild;
  while (first !== null) {
    if (!isOfLine(first)) {
      first = first.nextSibling;
      continue;
    }
    const run: LightNode[] = [];
    let next: LightNode | null = first;
    for (; next !== null && isOfLine(next); next = next.nextSibling) run.push(next);
    const isBesideItem = next?.nodeName === 'LI' || first.previousSibling?.nodeName === 'LI';
    if (isBesideItem && isSeparator(run)) for (const node of run) detach(node);
    else if (isBesideItem) wrap(run, list);
    first = next;
  }
}

function isOfLine(node: LightNode): boolean {
  return node.nodeType === 3 || (!isBlock(node) && !hasBlock(node));
}

function isSeparator(run: LightNode[]): boolean {
  let text = '';
  for (const node of run) {
    if (node.nodeType === 3) text += node.data;
    else if (isLongerThan(node, MAX_SEPARATOR)) return false;
    else if (!showsNothing(node)) {
      if (node.nodeName !== 'SPAN' || findElement(node, ({ nodeName }) => nodeName !== 'SPAN') !== undefined)
        return false;
      text += textOf(node);
    }
    if (text.length > MAX_SEPARATOR) return false;
  }
  return SEPARATOR.test(text);
}

function wrap(run: LightNode[], list: LightElement): void {
  const block = new LightElement('div');
  list.insertBefore(block, run[0] as LightNode);
  for (const node of run) {
    detach(node);
    block.appendChild(node);
  }
}
