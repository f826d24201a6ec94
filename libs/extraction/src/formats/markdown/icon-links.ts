import { type LightElement, type LightNode } from '../../tree/light-node';
import { nextAfter, nextNode } from '../../tree/walk';

/** Elements whose text is not shown in a line. */
export const INVISIBLE: ReadonlySet<string> = new Set('NOSCRIPT SCRIPT STYLE SVG TEMPLATE'.split(' '));
/** Icon links have fewer nodes. */
const MAX_NODES = 20;

/** Whether a link contains neither text nor image. */
export function isIconOnly(link: LightElement): boolean {
  let visited = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; ) {
    if (++visited > MAX_NODES || node.nodeName === 'IMG') return false;
    if (node.nodeType === 3 && node.data.trim() !== '') return false;
    node = INVISIBLE.has(node.nodeName) ? nextAfter(node, link) : nextNode(node, link);
  }
  return true;
}

/** Labels a link that contains only an icon with the title of the icon. */
export function labelIconLink(link: LightElement): void {
  if (link.getAttribute('aria-label') !== null || link.getAttribute('title') !== null || !isIconOnly(link)) return;
  let visited = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; node = nextNode(node, link)) {
    if (++visited > MAX_NODES) return;
    if (node.nodeType === 3 || node.localName !== 'title' || node.firstChild?.nodeType !== 3) continue;
    const title = node.firstChild.data.trim();
    if (title === '') continue;
    link.setAttribute('aria-label', title);
    return;
  }
}
