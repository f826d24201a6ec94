import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';
import { WRITTEN_BLOCK } from './written-blocks';

/** Written though they may hold no text. */
const SHOWN = new Set(['CODE', 'FOOTNOTE', 'HR', 'IMG', 'MATH', 'PRE', 'TABLE', WRITTEN_BLOCK]);
/** Nodes. What holds more shows something, as far as anybody looks. */
const MAX_NODES = 40;

/** Whether nothing is written of an element of a prepared tree. A box to tick, alone, is nothing. */
export function showsNothing(element: LightElement): boolean {
  let nodes = 0;
  let node: LightNode | null = element;
  for (; node !== null; node = nextNode(node, element)) {
    if (++nodes > MAX_NODES) return false;
    if (node.nodeType === 3 ? node.data.trim() !== '' : SHOWN.has(node.nodeName) || isLabelled(node)) return false;
  }
  return true;
}

/** A link without a text is written with its label. */
function isLabelled(element: LightElement): boolean {
  return element.nodeName === 'A' && (element.getAttribute('aria-label') ?? element.getAttribute('title')) !== null;
}
