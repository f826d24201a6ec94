import { LightElement, type LightNode } from '../../tree/light-node';
import { detach, findElement, nextAfter, nextNode, textOf } from '../../tree/walk';
import { hasBlock, isBlock, isLongerThan, isPlain } from './blocks';
import { hasNoContent } from './has-no-content';
import { markItems } from './list-markers';

/** Wrappers around a list that is the only content of its item. */
const MAX_WRAPPERS = 12;
/** Characters of a separator between items. */
const MAX_SEPARATOR = 8;
const SEPARATOR = /^(?!.*\p{Extended_Pictographic})[\p{P}\p{S}\s]*$/u;

/** Merges items that contain only a list, separates content between items and assigns the markers. */
export function settleLists(root: LightElement): void {
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    if (node.nodeName === 'UL' || node.nodeName === 'OL') {
      joinBareLists(node as LightElement);
      separateRest(node as LightElement);
      markItems(node as LightElement);
    }
    node = node.nodeName === 'PRE' ? nextAfter(node, root) : nextNode(node, root);
  }
}

/** Replaces items that contain only lists, as in menus, by the inner items: `- - a` becomes `- a`. */
function joinBareLists(list: LightElement): void {
  let item = list.firstChild;
  while (item !== null) {
    const inner: LightElement[] = [];
    if (item.nodeName !== 'LI' || !containsOnlyLists(item as LightElement, list.nodeName, inner)) {
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

/** Whether lists of one kind are the only visible content of `around`. Adds them to `lists`. */
function containsOnlyLists(around: LightElement, kind: string, lists: LightElement[], level = 0): boolean {
  for (let child = around.firstChild; child !== null; child = child.nextSibling) {
    if (isBlank(child)) continue;
    if (child.nodeType === 3) return false;
    if (child.nodeName === kind) lists.push(child);
    else if (level === MAX_WRAPPERS || !isWrapper(child) || !containsOnlyLists(child, kind, lists, level + 1))
      return false;
  }
  return lists.length > 0;
}

/** A check box before a list is content. */
function isBlank(node: LightNode): boolean {
  if (node.nodeType === 3) return node.data.trim() === '';
  return hasNoContent(node) && !isInput(node) && findElement(node, isInput) === undefined;
}

/** Only check boxes are left. */
function isInput({ nodeName }: LightElement): boolean {
  return nodeName === 'INPUT';
}

function isWrapper(element: LightElement): boolean {
  return isPlain(element) || element.nodeName.includes('-');
}

/** Wraps content between items in a block; removes separators: `<li>A</li> > <li>B</li>`. */
function separateRest(list: LightElement): void {
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
    else if (!hasNoContent(node)) {
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
