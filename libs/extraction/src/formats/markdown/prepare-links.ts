import { MAX_URL_LENGTH } from '../../page/base-url';
import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { isVisuallyHidden } from '../../tree/visually-hidden';
import { detach, elementsOf, findElement, moveChildren, nextAfter, nextNode, textOf } from '../../tree/walk';
import { flattenBlocks, isBlock, isHeading, isLongerThan } from './blocks';
import { nodeBeside } from './node-beside';
import { withoutOpening } from './said-twice';

const STRUCTURE = new Set(['TABLE', 'PRE', 'UL', 'OL', 'BLOCKQUOTE']);
/** Characters. A longer link around blocks is one that was never closed. */
const MAX_BLOCK_LINK = 1000;
/** Elements in elements. What lies deeper is no line of text. */
const MAX_STEPS = 8;
/** Links that one was cut into. */
const MAX_PARTS = 8;
/** Nodes of an icon; links hold more where they are no icons. */
const MAX_ICON = 30;

/** The icon beside a heading that leads to the heading itself; a sign that means nothing else stands beside anything. */
const ANCHOR_TEXT = /^(?:[\s\u200b\u200c\ufeff#¶§🔗⚓]*|permalink|anchor|link|copy link|direct link to .*)$/iu;
const PLACE_SIGN = '¶';
/** Characters. */
const MAX_ANCHOR = 400;
/** Characters, and what folds and unfolds what it stands beside: `[–]`. */
const MAX_FOLD = 20;
const FOLD = /^[[(]?[+–—−-][\])]?$/;

/**
 * Markdown has links within a line only. A link around blocks becomes one line, unless it holds a heading or a
 * structure that a line would destroy: then it moves inside, onto the heading or the first thing that can be clicked.
 */
export function prepareLink(link: LightElement, pageUrl: string): void {
  const href = link.getAttribute('href')?.trim();
  if (href === undefined || href.length > MAX_URL_LENGTH || /^(?:javascript|data|about|blob|vbscript):/i.test(href)) {
    if (href !== undefined && !isLongerThan(link, MAX_FOLD) && FOLD.test(textOf(link).trim()))
      for (const child of link.childNodes) detach(child);
    link.nodeName = 'SPAN';
    return;
  }
  // It leads to where its reader is, and a script does the rest.
  if (href === '' || href === '#' || href === `${pageUrl}#`) {
    showLabel(link);
    setLinkApart(link);
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
  setLinkApart(link);
}

/**
 * Styles set links apart that have nothing between them in the source. Two to one address of which the second goes on
 * in the middle of a word are one, that an editor cut in two.
 */
function setLinkApart(link: LightElement): void {
  for (let part = 1; part < MAX_PARTS; part++) {
    const next = nodeBeside(link, 'nextSibling');
    if (!isRestOf(link, next)) break;
    moveChildren(next, link);
    detach(next);
  }
  let outer: LightElement = link;
  for (let step = 0; step < MAX_STEPS && outer.previousSibling === null; step++) {
    if (outer.parentNode?.localName !== 'span') return;
    outer = outer.parentNode;
  }
  let before: LightNode | null = outer.previousSibling;
  for (let step = 0; step < MAX_STEPS && before?.nodeType === 1 && before.localName === 'span'; step++)
    before = before.lastChild;
  if (before === null || before.nodeType === 3 || before.localName !== 'a' || before.getAttribute('href') === null)
    return;
  outer.parentNode?.insertBefore(new LightText(' '), outer);
}

function isRestOf(link: LightElement, next: LightNode | undefined): next is LightElement {
  if (next === undefined || next.nodeType === 3 || next.nodeName !== 'A') return false;
  const href = link.getAttribute('href');
  // Links for scripts all lead to `#`.
  if (href === null || /(?:^|#)$/.test(href) || next.getAttribute('href') !== href) return false;
  for (const element of elementsOf(next)) if (isBlock(element) || element.nodeName === 'A') return false;
  return /[\p{L}\p{M}]$/u.test(textOf(link)) && /^[\p{Ll}\p{Lo}\p{M}'’]/u.test(textOf(next));
}

/** A link without a text is called by its label. */
function showLabel(link: LightElement): void {
  const label = withoutOpening(link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '');
  if (label.trim() === '') return;
  let looked = 0;
  for (let node = link.firstChild; node !== null; ) {
    if (++looked > MAX_ICON || node.nodeName === 'IMG' || (node.nodeType === 3 && node.data.trim() !== '')) return;
    node = node.nodeName === 'SVG' ? nextAfter(node, link) : nextNode(node, link);
  }
  link.appendChild(new LightText(label.trim()));
}

/** A link around blocks begins and ends a line, as they do. */
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

/**
 * Shows where a part of the page is, and says nothing: `¶` beside a definition, or an icon beside a heading with a text
 * for those who hear the page. In headings whatever reads like one; anywhere else it has to lead into `pageUrl`.
 */
export function isPlaceAnchor(link: LightElement, pageUrl = ''): boolean {
  const href = link.getAttribute('href');
  if (!href?.includes('#') || isLongerThan(link, MAX_ANCHOR)) return false;
  const leadsHere = href.startsWith('#') || (pageUrl !== '' && href.startsWith(`${pageUrl}#`));
  if (leadsHere && isToldAside(link) && isBesideHeading(link)) return true;
  const text = textOf(link).trim();
  if (!ANCHOR_TEXT.test(text) || !((leadsHere && text === PLACE_SIGN) || isInHeading(link))) return false;
  return findElement(link, (element) => element.nodeName === 'IMG') === undefined;
}

/** Nothing but an icon, and a text for those who hear the page: `Section titled "Use"`. */
function isToldAside(link: LightElement): boolean {
  const parts = link.childNodes.filter((node) => node.nodeType !== 3 || node.data.trim() !== '');
  if (parts.length === 0 || parts.length > MAX_PARTS) return false;
  return parts.every((part) => {
    if (part.nodeType === 3) return false;
    return (
      isVisuallyHidden(part) || (part.getAttribute('aria-hidden') === 'true' && !/[\p{L}\p{N}]/u.test(textOf(part)))
    );
  });
}

/** Past white space at most: links in a row would each look back over all before. */
function isBesideHeading({ previousSibling: before }: LightElement): boolean {
  const beside = before?.nodeType === 3 && before.data.trim() === '' ? before.previousSibling : before;
  return beside?.nodeType === 1 && isHeading(beside);
}

function isInHeading({ parentNode: parent }: LightElement): boolean {
  return parent !== null && (isHeading(parent) || (parent.parentNode !== null && isHeading(parent.parentNode)));
}
