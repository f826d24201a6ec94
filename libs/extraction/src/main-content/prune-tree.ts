import { leadsToNothing } from '../tree/frame-addresses';
import type { LightElement, LightNode, LightText } from '../tree/light-node';
import { ORIGINAL_TAG } from '../tree/original-tag';
import { detach, nextAfter, nextNode } from '../tree/walk';
import { isShareButton } from './is-share-button';
import { leadsHome } from './leads-home';
import type { PageBlocks } from './text-blocks';

/** Shown beside text without being text. The scripts that are left hold formulas. */
const SHOWN = new Set(
  (
    'img picture source br wbr hr input select textarea video audio iframe embed object svg canvas map col colgroup math ' +
    'script'
  ).split(' '),
);
/** Of these, what a reader would miss, so that it stays in a box of its own too. */
const TELLING = new Set('img video audio iframe embed object math script'.split(' '));
/** Boxes of buttons and icons, whatever they show. */
const NOT_TELLING = new Set('nav header footer aside form button'.split(' '));
const CELLS = new Set(['td', 'th']);
/** Nodes of a box that are looked at. */
const MAX_LOOKED_AT = 200;
/** Elements from a link up to its figure, and from a line up to its listing. */
const FIGURE_LEVELS = 4;
const LISTING_LEVELS = 4;

/**
 * Leaves of the tree the blocks that are kept, the elements around them, and the pictures and the like that stand
 * among them, but for the logo of the site, which leads to its front page, and icons of networks that share the page.
 * Cells of a row that stays remain, empty if need be, so that columns keep their places.
 */
export function pruneTree(
  root: LightElement,
  { blocks }: PageBlocks,
  isKept: (block: number) => boolean,
  canonical = '',
): void {
  const dropped = new Set<LightText>();
  const holding = new Set<LightElement>();
  blocks.forEach(({ nodes }, index) => {
    for (const node of nodes) {
      if (isKept(index)) addAround(node, holding);
      else dropped.add(node);
    }
  });
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    if (mayStay(node, holding, dropped, canonical)) {
      // A picture stays without its caption.
      if (node.nodeType !== 3 && node.localName === 'figure') holding.add(node);
      const isWhole = node.nodeType === 3 || (!holding.has(node) && !CELLS.has(node.localName));
      if (isWhole) dropShareButtons(node);
      node = isWhole ? nextAfter(node, root) : nextNode(node, root);
      continue;
    }
    const following: LightNode | null = nextAfter(node, root);
    detach(node);
    node = following;
  }
}

function addAround(node: LightText, holding: Set<LightElement>): void {
  for (let outer = node.parentNode; outer !== null && !holding.has(outer); outer = outer.parentNode) holding.add(outer);
}

function mayStay(
  node: LightNode,
  holding: ReadonlySet<LightElement>,
  dropped: ReadonlySet<LightText>,
  canonical: string,
): boolean {
  if (node.nodeType === 3) return !dropped.has(node);
  if (holding.has(node) || CELLS.has(node.localName)) return true;
  if (node.parentNode === null || !holding.has(node.parentNode)) return false;
  return (
    isShown(node) ||
    isBlankLine(node) ||
    isTellingBox(node, canonical) ||
    (node.localName === 'figure' && isTelling(node, canonical))
  );
}

function isShown(element: LightElement): boolean {
  return SHOWN.has(element.localName) || (isFrame(element) && element.firstChild === null);
}

/** Of a listing whose lines are elements. */
function isBlankLine(element: LightElement): boolean {
  if (!isWithin(element, 'pre', LISTING_LEVELS)) return false;
  let looked = 0;
  for (let node: LightNode | null = element; node !== null; node = nextNode(node, element)) {
    if (++looked > MAX_LOOKED_AT || (node.nodeType === 3 && /\S/.test(node.data))) return false;
  }
  return true;
}

/** Frames are opened before: what is left of one that could not be is where it leads. */
function isFrame(element: LightElement): boolean {
  return element.getAttribute(ORIGINAL_TAG) !== null;
}

/** No text, and something that a reader would miss. */
function isTellingBox(box: LightElement, canonical: string): boolean {
  return isTelling(box, canonical, (text) => /\S/.test(text.data) && text.parentNode?.localName !== 'script');
}

function isTelling(
  box: LightElement,
  canonical: string,
  isAgainst: (text: LightText) => boolean = () => false,
): boolean {
  let found = false;
  let looked = 0;
  for (let node: LightNode | null = box, next: LightNode | null; node !== null; node = next) {
    next = nextNode(node, box);
    if (++looked > MAX_LOOKED_AT) return false;
    if (node.nodeType === 3) {
      if (isAgainst(node)) return false;
    } else if (NOT_TELLING.has(node.localName)) return false;
    else if (isLogo(node, canonical) || isShareButton(node)) next = nextAfter(node, box);
    else if (
      TELLING.has(node.localName) ||
      (isFrame(node) && !leadsToNothing(node.getAttribute('src') ?? '', node.getAttribute('title') ?? ''))
    )
      found = true;
  }
  return found;
}

function dropShareButtons(box: LightNode): void {
  let looked = 0;
  for (let node: LightNode | null = box.firstChild, next: LightNode | null; node !== null; node = next) {
    if (++looked > MAX_LOOKED_AT) return;
    const isButton = node.nodeType !== 3 && isShareButton(node);
    next = isButton ? nextAfter(node, box as LightElement) : nextNode(node, box as LightElement);
    if (isButton) detach(node);
  }
}

/** A figure is one of the text, wherever its link leads. */
function isLogo(link: LightElement, canonical: string): boolean {
  return link.localName === 'a' && leadsHome(link, canonical) && !isWithin(link, 'figure', FIGURE_LEVELS);
}

function isWithin(element: LightElement, name: string, levels: number): boolean {
  let outer = element.parentNode;
  for (let level = 0; outer !== null && level < levels; level++, outer = outer.parentNode)
    if (outer.localName === name) return true;
  return false;
}
