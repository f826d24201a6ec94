import type { LightElement, LightNode, LightText } from '../tree/light-node';
import { detach, nextAfter, nextNode } from '../tree/walk';
import { type PageBlocks, UNREAD } from './text-blocks';

/** Shown beside text without being text. The scripts that are left hold formulas. */
const SHOWN = new Set(
  'img picture br wbr hr input video audio iframe embed object svg canvas map col colgroup math script'.split(' '),
);
/** May hold nothing but a picture. */
const FRAMES = new Set('figure picture p a span div center'.split(' '));
const CELLS = new Set(['td', 'th']);
/** Levels between a kept element and a picture in it. */
const MAX_FRAMES = 4;

/**
 * Leaves of the tree the blocks that are kept, the elements around them, and the pictures and the like that stand
 * among them. Cells of a row that stays remain, empty if need be, so that columns keep their places.
 */
export function pruneTree(root: LightElement, { blocks }: PageBlocks, isKept: (block: number) => boolean): void {
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
    if (mayStay(node, holding, dropped)) {
      const isWhole = node.nodeType === 3 || (!holding.has(node) && !CELLS.has(node.localName));
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

function mayStay(node: LightNode, holding: ReadonlySet<LightElement>, dropped: ReadonlySet<LightText>): boolean {
  if (node.nodeType === 3) return !dropped.has(node);
  if (holding.has(node) || CELLS.has(node.localName)) return true;
  if (node.parentNode === null || !holding.has(node.parentNode)) return false;
  return SHOWN.has(node.localName) || isPictureFrame(node, MAX_FRAMES);
}

/** Holds a picture and no text. */
function isPictureFrame(element: LightElement, levels: number): boolean {
  if (levels === 0 || !FRAMES.has(element.localName)) return false;
  let hasPicture = false;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) {
      if (/\S/.test(child.data)) return false;
    } else if (child.localName === 'img' || isPictureFrame(child, levels - 1)) hasPicture = true;
    else if (!UNREAD.has(child.localName) && !SHOWN.has(child.localName) && !isEmpty(child)) return false;
  }
  return hasPicture;
}

function isEmpty(element: LightElement): boolean {
  return element.firstChild === null;
}
