import type { LightElement, LightNode } from '../../tree/light-node';
import { isBlock } from './blocks';

export type Side = 'previousSibling' | 'nextSibling';

const WITH_MARKS = new Set(
  'A BR CODE DEL EM FOOTNOTE IMG INNER-EM INNER-STRONG INPUT KBD MARK MATH STRONG SUB SUP'.split(' '),
);
const MAX_STEPS = 32;

/** The adjacent node, skipping nodes that satisfy `isPassed`; by default, elements without marks. */
export function nodeBeside(
  element: LightElement,
  side: Side,
  isPassed: (node: LightNode) => boolean = leavesNoMark,
): LightNode | undefined {
  let node: LightNode = element;
  for (let step = 0; step < MAX_STEPS; step++) {
    const beside: LightNode | null = node[side];
    if (beside === null) {
      const parent: LightElement | null = node.parentNode;
      if (parent === null || !isPassed(parent)) return undefined;
      node = parent;
      continue;
    }
    node = beside;
    while (node.nodeType !== 3 && isPassed(node) && step++ < MAX_STEPS) {
      const child: LightNode | null = side === 'previousSibling' ? node.lastChild : node.firstChild;
      if (child === null) break;
      node = child;
    }
    if (!isPassed(node)) return node;
  }
  return undefined;
}

function leavesNoMark(node: LightNode): boolean {
  if (node.nodeType === 3) return node.data === '';
  return !WITH_MARKS.has(node.nodeName) && !isBlock(node);
}
