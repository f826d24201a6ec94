import type { LightElement, LightNode } from '../../tree/light-node';
import { detach, moveChildren, nextAfter, nextNode, previousElement, textOf } from '../../tree/walk';
import { flattenBlocks, hasBlock, isHeading, isUnknownBlock } from './blocks';
import { markItems } from './list-markers';
import { isHeadingAnchor, prepareLink } from './prepare-links';
import { prepareTable } from './prepare-table';

const DROPPED = new Set(
  (
    'SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS IFRAME EMBED AUDIO VIDEO HEAD TITLE LINK META BASE PARAM SOURCE TRACK ' +
    'MAP AREA COL COLGROUP DATALIST TEXTAREA'
  ).split(' '),
);

/**
 * Every quote and list item puts its prefix before each line inside it, so that nesting multiplies the size of the
 * text: 400 nested lists of 8 KB would give 320 KB. Deeper than this they stay on the same level.
 */
const MAX_CONTAINERS = 16;
/** Characters. A longer heading is one that was never closed and has swallowed what follows. */
const MAX_HEADING = 500;

const EMPHASIS: Record<string, string> = {
  B: 'STRONG',
  STRONG: 'STRONG',
  I: 'EM',
  EM: 'EM',
  DEL: 'DEL',
  S: 'DEL',
  STRIKE: 'DEL',
};

/**
 * Turns a tree into one that turndown's rules can write down: takes out what has no text, straightens what markdown
 * has no form for (blocks in links, lists in lists, layout tables), and renames what turndown would not know.
 * The tree is no use for anything else afterwards.
 */
export function prepareTree(root: LightElement): void {
  let node = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) {
      node = nextNode(node, root);
    } else if (isDropped(node)) {
      const following: LightNode | null = nextAfter(node, root);
      detach(node);
      node = following;
    } else {
      prepareElement(node);
      node = nextNode(node, root);
    }
  }
}

function isDropped(element: LightElement): boolean {
  if (DROPPED.has(element.nodeName)) return true;
  if (element.nodeName === 'INPUT') return !isTaskMark(element);
  if (element.nodeName === 'IMG') return !element.getAttribute('src');
  if (element.nodeName === 'A') return isHeadingAnchor(element);
  // KaTeX writes every formula twice: as MathML, and as boxes for the eye.
  return element.nodeName === 'SPAN' && /(?:^|\s)katex-html(?:\s|$)/.test(element.getAttribute('class') ?? '');
}

/** The check box that an item of a task list begins with. */
function isTaskMark(input: LightElement): boolean {
  if (input.getAttribute('type')?.toLowerCase() !== 'checkbox') return false;
  const parent = input.parentNode;
  return parent?.nodeName === 'LI' || (parent?.parentNode?.nodeName === 'LI' && previousElement(parent) === null);
}

function prepareElement(element: LightElement): void {
  if (isUnknownBlock(element)) element.nodeName = 'DIV';
  else if (isHeading(element)) prepareHeading(element);
  else if (element.nodeName in EMPHASIS) prepareEmphasis(element);
  else if (element.nodeName === 'A') prepareLink(element);
  else if (element.nodeName === 'TABLE') prepareTable(element);
  else if (element.nodeName === 'UL' || element.nodeName === 'OL' || element.nodeName === 'MENU') prepareList(element);
  else if (element.nodeName === 'LI' || element.nodeName === 'BLOCKQUOTE') prepareContainer(element);
  else if (/^(?:CODE|SAMP|TT)$/.test(element.nodeName)) prepareCode(element);
}

function prepareHeading(heading: LightElement): void {
  if (textOf(heading).length > MAX_HEADING) heading.nodeName = 'DIV';
  else flattenBlocks(heading);
}

/** Two runs of emphasis side by side would give `**a****b**`, which is none; emphasis within the same adds nothing. */
function prepareEmphasis(element: LightElement): void {
  const kind = EMPHASIS[element.nodeName] as string;
  let next = element.nextSibling;
  while (next !== null && next.nodeType !== 3 && EMPHASIS[next.nodeName] === kind) {
    moveChildren(next, element);
    detach(next);
    next = element.nextSibling;
  }
  if (hasBlock(element)) {
    element.nodeName = 'DIV';
    return;
  }
  element.nodeName = kind;
  for (let parent = element.parentNode; parent !== null; parent = parent.parentNode) {
    if (parent.nodeName === kind) {
      element.nodeName = 'SPAN';
      return;
    }
  }
}

function prepareList(list: LightElement): void {
  const parent = list.parentNode;
  // A list right inside a list belongs to the item before it, whatever its author wrote.
  if (parent?.nodeName === 'UL' || parent?.nodeName === 'OL') {
    const item = previousElement(list);
    if (item?.nodeName === 'LI') {
      detach(list);
      item.appendChild(list);
    }
  }
  if (list.nodeName === 'MENU') list.nodeName = 'UL';
  markItems(list);
}

function prepareContainer(element: LightElement): void {
  let containers = 0;
  for (let parent = element.parentNode; parent !== null; parent = parent.parentNode) {
    if (parent.nodeName === 'LI' || parent.nodeName === 'BLOCKQUOTE') containers++;
  }
  if (containers >= MAX_CONTAINERS) element.nodeName = 'DIV';
}

/** Code that holds blocks is a listing whose author forgot the pre. */
function prepareCode(code: LightElement): void {
  if (!hasBlock(code)) code.nodeName = 'CODE';
  else code.nodeName = [...code.childNodes].some((child) => child.nodeName === 'PRE') ? 'DIV' : 'PRE';
}
