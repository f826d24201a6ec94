import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';
import { WRITTEN_BLOCK } from './written-blocks';

/** Visible without text. */
const SHOWN = new Set(['CODE', 'FOOTNOTE', 'HR', 'IMG', 'MATH', 'PRE', 'TABLE', WRITTEN_BLOCK]);
/** Larger elements count as visible. */
const MAX_NODES = 40;

/** Whether an element of a prepared tree has no visible content. A check box alone is none. */
export function hasNoContent(element: LightElement): boolean {
  let nodes = 0;
  let node: LightNode | null = element;
  for (; node !== null; node = nextNode(node, element)) {
    if (++nodes > MAX_NODES) return false;
    if (node.nodeType === 3 ? node.data.trim() !== '' : SHOWN.has(node.nodeName) || isLabelled(node)) return false;
  }
  return true;
}

/** An empty link is written with its label. */
function isLabelled(element: LightElement): boolean {
  return element.nodeName === 'A' && (element.getAttribute('aria-label') ?? element.getAttribute('title')) !== null;
}
