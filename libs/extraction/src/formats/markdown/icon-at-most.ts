import type { LightElement, LightNode } from '../../tree/light-node';
import { nextAfter, nextNode } from '../../tree/walk';

/** Elements whose text nobody reads in a line. */
export const UNSEEN: ReadonlySet<string> = new Set('NOSCRIPT SCRIPT STYLE SVG TEMPLATE'.split(' '));
/** Nodes. A link that holds more shows something, as far as anybody looks. */
const MAX_NODES = 20;

/** Whether a link shows an icon at most: neither a text nor a picture. */
export function isIconAtMost(link: LightElement): boolean {
  let looked = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; ) {
    if (++looked > MAX_NODES || node.nodeName === 'IMG' || (node.nodeType === 3 && node.data.trim() !== ''))
      return false;
    node = node.nodeType !== 3 && UNSEEN.has(node.nodeName) ? nextAfter(node, link) : nextNode(node, link);
  }
  return true;
}
