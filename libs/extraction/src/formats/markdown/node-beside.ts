import type { LightElement, LightNode } from '../../tree/light-node';
import { isBlock } from './blocks';

export type Side = 'previousSibling' | 'nextSibling';

/** What leaves marks of its own in the line. */
const WITH_MARKS = new Set(
  'A BR CODE DEL EM FOOTNOTE IMG INNER-EM INNER-STRONG INPUT KBD MARK MATH STRONG SUB SUP'.split(' '),
);
/** Elements to pass, to climb out of and into. Inline elements nested deeper are no writing of anybody's. */
const MAX_STEPS = 32;

/** What is written right beside `element`, whatever elements without a form lie between: a text, or one with marks. */
export function nodeBeside(element: LightElement, side: Side): LightNode | undefined {
  let node: LightNode = element;
  for (let step = 0; step < MAX_STEPS; step++) {
    const beside: LightNode | null = node[side];
    if (beside === null) {
      const parent: LightElement | null = node.parentNode;
      if (parent === null || !isFormless(parent)) return undefined;
      node = parent;
      continue;
    }
    node = beside;
    while (node.nodeType !== 3 && isFormless(node) && step++ < MAX_STEPS) {
      const child: LightNode | null = side === 'previousSibling' ? node.lastChild : node.firstChild;
      if (child === null) break;
      node = child;
    }
    if (node.nodeType === 3 ? node.data !== '' : !isFormless(node)) return node;
  }
  return undefined;
}

function isFormless(element: LightElement): boolean {
  return !WITH_MARKS.has(element.nodeName) && !isBlock(element);
}
