import { isInlined, MAX_URL_LENGTH } from '../../page/base-url';
import { ORIGINAL_TAG } from '../../page/frames';
import { isHidden } from '../../page/is-hidden';
import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, moveChildren, nextAfter, nextNode, previousElement, unwrap } from '../../tree/walk';
import { findAround, flattenBlocks, hasBlock, isBlock, isHeading, isLongerThan, isUnknownBlock } from './blocks';
import { markItems } from './list-markers';
import { isHeadingAnchor, prepareLink } from './prepare-links';
import { prepareCell, prepareTable } from './prepare-table';

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

const EMPHASES: ReadonlySet<string> = new Set(['STRONG', 'EM', 'DEL']);
const SAME: Record<string, ReadonlySet<string>> = {
  STRONG: new Set(['STRONG']),
  EM: new Set(['EM']),
  DEL: new Set(['DEL']),
};
const LISTINGS: ReadonlySet<string> = new Set(['PRE', 'CODE']);

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
      node = isTooDeep(node) ? lift(node, root) : nextNode(node, root);
    }
  }
}

/**
 * Levels. The text of an element is put together anew by every element around it, so that a page of 10 MB in 500 of
 * them takes half a minute.
 */
const MAX_LEVELS = 64;
/** What has no form of its own in markdown but for the lines that a block begins and ends. */
const FORMLESS = new Set(
  'ARTICLE ASIDE CENTER DIV FIELDSET FIGURE FONT FOOTER FORM HEADER MAIN NAV P SECTION SPAN'.split(' '),
);

function isTooDeep(element: LightElement): boolean {
  if (!FORMLESS.has(element.nodeName)) return false;
  let parent = element.parentNode;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (parent === null) return false;
    parent = parent.parentNode;
  }
  return true;
}

/** Puts what `element` holds in its place, between the edges of the block that it was. Returns what comes next. */
function lift(element: LightElement, root: LightElement): LightNode | null {
  const next = nextNode(element, root);
  if (isBlock(element)) {
    element.parentNode?.insertBefore(new LightElement('div', {}), element);
    element.parentNode?.insertBefore(new LightElement('div', {}), element.nextSibling);
  }
  unwrap(element);
  return next;
}

function isDropped(element: LightElement): boolean {
  if (DROPPED.has(element.nodeName)) return true;
  if (element.nodeName === 'INPUT') return !isTaskMark(element);
  if (element.nodeName === 'IMG') return !hasAddress(element);
  if (element.nodeName === 'A') return isHeadingAnchor(element);
  // KaTeX writes every formula twice: as MathML, and as boxes for the eye.
  return element.nodeName === 'SPAN' && /(?:^|\s)katex-html(?:\s|$)/.test(element.getAttribute('class') ?? '');
}

function hasAddress(image: LightElement): boolean {
  const source = image.getAttribute('src') ?? '';
  return source !== '' && (source.length <= MAX_URL_LENGTH || isInlined(source));
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
  else if (element.nodeName === 'DIV') prepareFrame(element);
  else if (element.nodeName === 'A') prepareLink(element);
  else if (element.nodeName === 'TABLE') prepareTable(element);
  else if (element.nodeName === 'UL' || element.nodeName === 'OL' || element.nodeName === 'MENU') prepareList(element);
  else if (element.nodeName === 'LI' || element.nodeName === 'BLOCKQUOTE') prepareContainer(element);
  else if (element.nodeName === 'PRE') prepareListing(element);
  else if (/^(?:CODE|SAMP|TT)$/.test(element.nodeName)) prepareCode(element);
  else if (element.nodeName === 'TD' || element.nodeName === 'TH') prepareCell(element);
}

function prepareHeading(heading: LightElement): void {
  if (isLongerThan(heading, MAX_HEADING)) heading.nodeName = 'DIV';
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
  const around = findAround(element, EMPHASES);
  // What is emphasised already holds no blocks. The other kind may stand in between.
  if (around === undefined && hasBlock(element)) element.nodeName = 'DIV';
  else element.nodeName = around !== undefined && findAround(element, SAME[kind] as Set<string>) ? 'SPAN' : kind;
}

/** A frame whose content is not at hand leads to it. */
function prepareFrame(frame: LightElement): void {
  if (frame.getAttribute(ORIGINAL_TAG) === null || isHidden(frame)) return;
  const address = frame.getAttribute('src') ?? '';
  if (!/^https?:/.test(address) || hasContent(frame)) return;
  const link = new LightElement('a', { href: address });
  link.appendChild(new LightText(frame.getAttribute('title')?.trim() || address));
  frame.appendChild(link);
}

function hasContent(element: LightElement): boolean {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== 3 || node.data.trim() !== '') return true;
  }
  return false;
}

function prepareList(list: LightElement): void {
  if (countContainers(list) >= MAX_CONTAINERS) {
    list.nodeName = 'DIV';
    return;
  }
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
  if (countContainers(element) >= MAX_CONTAINERS) element.nodeName = 'DIV';
}

function countContainers(element: LightElement): number {
  let containers = 0;
  for (let parent = element.parentNode; parent !== null; parent = parent.parentNode) {
    if (parent.nodeName === 'LI' || parent.nodeName === 'BLOCKQUOTE') containers++;
  }
  return containers;
}

/** A listing takes the text of all that it holds, other listings included. */
function prepareListing(listing: LightElement): void {
  if (findAround(listing, LISTINGS) !== undefined) listing.nodeName = 'DIV';
}

/** Code that holds blocks is a listing whose author forgot the pre. */
function prepareCode(code: LightElement): void {
  if (findAround(code, LISTINGS) !== undefined) code.nodeName = 'SPAN';
  else if (!hasBlock(code)) code.nodeName = 'CODE';
  else code.nodeName = [...code.childNodes].some((child) => child.nodeName === 'PRE') ? 'DIV' : 'PRE';
}
