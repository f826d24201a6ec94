import type { LightElement, LightNode } from '../../tree/light-node';
import { isHeading } from './blocks';

const BULLET = /^\s*[•·●▪◦‣∙■►▸]\s*/u;
/** Elements in elements, and beside each other. What lies deeper does not begin the item. */
const MAX_STEPS = 8;

/** Takes off an item of a list the bullet that its author has typed before the text, as the list draws its own. */
export function dropDrawnBullet(item: LightElement): void {
  let node: LightNode | null = item.firstChild;
  for (let step = 0; step < MAX_STEPS && node !== null; step++) {
    if (node.nodeType !== 3) {
      if (isHeading(node) || node.nodeName === 'CODE' || node.nodeName === 'PRE' || node.nodeName === 'IMG') return;
      node = node.firstChild ?? node.nextSibling;
    } else if (node.data.trim() === '') node = node.nextSibling;
    else {
      node.data = node.data.replace(BULLET, '');
      return;
    }
  }
}
