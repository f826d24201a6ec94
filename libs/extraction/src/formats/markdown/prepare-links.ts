import { MAX_URL_LENGTH } from '../../page/base-url';
import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, elementsOf, findElement, moveChildren, nextNode, textOf } from '../../tree/walk';
import { flattenBlocks, hasBlock, isBlock, isHeading, isLongerThan } from './blocks';
import { isIconOnly } from './icon-links';
import { nodeBeside } from './node-beside';
import { stripNewTabSuffix } from './redundant-screen-reader-text';

const STRUCTURE = new Set(['TABLE', 'PRE', 'UL', 'OL', 'BLOCKQUOTE']);
/** Characters. A longer link around blocks was never closed. */
const MAX_BLOCK_LINK = 1000;
/** Nested spans around a link. */
const MAX_STEPS = 8;

/** Text of a link to a heading. */
const ANCHOR_TEXT = /^(?:[\s\u200b\u200c\ufeff#¶§🔗⚓]*|permalink|anchor|link|copy link|direct link to .*)$/iu;
/** The one sign that marks anchor links outside of headings as well. */
const PILCROW = '¶';
const MAX_ANCHOR_LENGTH = 400;

/** Turns a link around blocks into one line, or moves it onto a heading or the first text or image in it. */
export function prepareLink(link: LightElement, pageUrl: string): void {
  const href = link.getAttribute('href')?.trim();
  if (href === undefined || href.length > MAX_URL_LENGTH || /^(?:javascript|data|about|blob|vbscript):/i.test(href)) {
    link.nodeName = 'SPAN';
    return;
  }
  // A script handles the click.
  if (href === '' || href === '#' || href === `${pageUrl}#`) {
    showLabel(link);
    separateFromPreviousLink(link);
    link.nodeName = 'SPAN';
    return;
  }
  let hasStructure = false;
  let hasBlocks = false;
  let hasBreaks = false;
  for (const element of elementsOf(link)) {
    if (element.nodeName === 'A' && element.getAttribute('href') !== null) {
      link.nodeName = 'DIV';
      return;
    }
    if (isHeading(element) || STRUCTURE.has(element.nodeName)) hasStructure = true;
    if (isBlock(element)) hasBlocks = true;
    if (element.nodeName === 'BR') hasBreaks = true;
  }
  if (hasStructure || (hasBlocks && textOf(link).length > MAX_BLOCK_LINK)) moveInside(link);
  else if (hasBlocks) makeOneLine(link);
  else if (hasBreaks) flattenBlocks(link);
  if (link.nodeName !== 'A') return;
  showLabel(link);
  joinSplitLink(link);
  separateFromPreviousLink(link);
}

/** Inserts a space between adjacent links, also within spans, that have no white space between them in the source. */
function separateFromPreviousLink(link: LightElement): void {
  let outer: LightElement = link;
  for (let step = 0; step < MAX_STEPS && outer.previousSibling === null; step++) {
    if (outer.parentNode?.localName !== 'span') return;
    outer = outer.parentNode;
  }
  let before: LightNode | null = outer.previousSibling;
  for (let step = 0; step < MAX_STEPS && before?.nodeType === 1 && before.localName === 'span'; step++)
    before = before.lastChild;
  if (before?.nodeType !== 1 || before.localName !== 'a' || before.getAttribute('href') === null) return;
  outer.parentNode?.insertBefore(new LightText(' '), outer);
}

function joinSplitLink(link: LightElement): void {
  for (let part = 0; part < MAX_STEPS; part++) {
    const next = nodeBeside(link, 'nextSibling');
    if (next === undefined || next.nodeType === 3 || next.nodeName !== 'A' || !isRestOf(link, next)) return;
    moveChildren(next, link);
    detach(next);
  }
}

function isRestOf(link: LightElement, next: LightElement): boolean {
  const href = link.getAttribute('href') ?? '';
  if (/(?:^|#)$/.test(href) || next.getAttribute('href') !== href || hasBlock(next)) return false;
  return /[\p{L}\p{M}]$/u.test(textOf(link)) && /^[\p{Ll}\p{Lo}\p{M}'’]/u.test(textOf(next));
}

/** Adds the label to a link without text. */
function showLabel(link: LightElement): void {
  const label = stripNewTabSuffix(link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '');
  if (label.trim() !== '' && isIconOnly(link)) link.appendChild(new LightText(label.trim()));
}

/** Puts a link around blocks on a separate line. */
function makeOneLine(link: LightElement): void {
  const line = new LightElement('div');
  link.parentNode?.insertBefore(line, link);
  link.parentNode?.removeChild(link);
  line.appendChild(link);
  flattenBlocks(link);
}

function moveInside(link: LightElement): void {
  const inner = link.copyAs('a');
  const heading = findElement(link, (element) => isHeading(element) && textOf(element).trim() !== '');
  link.nodeName = 'DIV';
  if (heading !== undefined) {
    moveChildren(heading, inner);
    heading.appendChild(inner);
    return;
  }
  const leaf = firstLeaf(link);
  if (leaf === null) return;
  leaf.parentNode?.insertBefore(inner, leaf);
  leaf.parentNode?.removeChild(leaf);
  inner.appendChild(leaf);
}

function firstLeaf(root: LightElement): LightNode | null {
  for (let node = root.firstChild; node !== null; node = nextNode(node, root) as LightElement | null) {
    if (node.nodeType === 3 ? node.data.trim() !== '' : node.nodeName === 'IMG') return node;
  }
  return null;
}

/** Whether a link marks an anchor: an icon or a sign in a heading, or a local `¶` anywhere. */
export function isAnchorLink(link: LightElement, pageUrl = ''): boolean {
  const href = link.getAttribute('href');
  if (!href?.includes('#') || isLongerThan(link, MAX_ANCHOR_LENGTH)) return false;
  const text = textOf(link).trim();
  const isLocal = href.startsWith('#') || (pageUrl !== '' && href.startsWith(`${pageUrl}#`));
  if (!ANCHOR_TEXT.test(text) || !((isLocal && text === PILCROW) || isInHeading(link))) return false;
  return findElement(link, (element) => element.nodeName === 'IMG') === undefined;
}

function isInHeading({ parentNode: parent }: LightElement): boolean {
  return parent !== null && (isHeading(parent) || (parent.parentNode !== null && isHeading(parent.parentNode)));
}
