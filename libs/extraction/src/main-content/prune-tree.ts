import { isFrameWithoutContent, ORIGINAL_TAG } from '../tree/frames';
import type { LightElement, LightNode, LightText } from '../tree/light-node';
import { detach, nextAfter, nextNode } from '../tree/walk';
import { isShareButton } from './is-share-button';
import { leadsHome } from './leads-home';
import type { PageBlocks } from './text-blocks';

/** Visible elements without text. The remaining scripts contain formulas. */
const SHOWN = new Set(
  (
    'img picture source br wbr hr input select textarea video audio iframe embed object svg canvas map col colgroup math ' +
    'script'
  ).split(' '),
);
/** Media that is kept in a box without kept text, too. */
const MEANINGFUL = new Set('img video audio iframe embed object math script'.split(' '));
/** Boxes whose media are buttons and icons. */
const NOT_MEANINGFUL = new Set('nav header footer aside form button'.split(' '));
const CELLS = new Set(['td', 'th']);
/** Maximum number of nodes of a box that are visited. */
const MAX_VISITED = 200;
/** Maximum number of levels from a link up to its figure, and from a line up to its code block. */
const FIGURE_LEVELS = 4;
const LISTING_LEVELS = 4;

/**
 * Removes everything except the kept blocks, the elements around them and the media between them. The logo of the site
 * and share icons are removed. Rows keep all their cells, so that columns stay aligned.
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
      // An image is kept without its caption.
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
    isMediaBox(node, canonical) ||
    (node.localName === 'figure' && isMeaningful(node, canonical))
  );
}

function isShown(element: LightElement): boolean {
  return SHOWN.has(element.localName) || (isFrame(element) && element.firstChild === null);
}

/** A line of a code block whose lines are elements. */
function isBlankLine(element: LightElement): boolean {
  if (!isWithin(element, 'pre', LISTING_LEVELS)) return false;
  let visited = 0;
  for (let node: LightNode | null = element; node !== null; node = nextNode(node, element)) {
    if (++visited > MAX_VISITED || (node.nodeType === 3 && /\S/.test(node.data))) return false;
  }
  return true;
}

/** Other frames were replaced by their documents before. */
function isFrame(element: LightElement): boolean {
  return element.getAttribute(ORIGINAL_TAG) !== null;
}

/** Media without text. */
function isMediaBox(box: LightElement, canonical: string): boolean {
  return isMeaningful(box, canonical, (text) => /\S/.test(text.data) && text.parentNode?.localName !== 'script');
}

function isMeaningful(
  box: LightElement,
  canonical: string,
  isAgainst: (text: LightText) => boolean = () => false,
): boolean {
  let found = false;
  let visited = 0;
  for (let node: LightNode | null = box, next: LightNode | null; node !== null; node = next) {
    next = nextNode(node, box);
    if (++visited > MAX_VISITED) return false;
    if (node.nodeType === 3) {
      if (isAgainst(node)) return false;
    } else if (NOT_MEANINGFUL.has(node.localName)) return false;
    else if (isLogo(node, canonical) || isShareButton(node)) next = nextAfter(node, box);
    else if (
      MEANINGFUL.has(node.localName) ||
      (isFrame(node) && !isFrameWithoutContent(node.getAttribute('src') ?? '', node.getAttribute('title') ?? ''))
    )
      found = true;
  }
  return found;
}

function dropShareButtons(box: LightNode): void {
  let visited = 0;
  for (let node: LightNode | null = box.firstChild, next: LightNode | null; node !== null; node = next) {
    if (++visited > MAX_VISITED) return;
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
