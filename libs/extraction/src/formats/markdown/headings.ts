import { isHiddenByMarkup } from '../../tree/hidden-by-markup';
import type { LightElement, LightNode } from '../../tree/light-node';
import { detach, nextAfter, nextNode, unwrap } from '../../tree/walk';
import { flattenBlocks, isLongerThan } from './blocks';
import { removeAnchorLinks } from './heading-links';

/** A longer heading was never closed. */
const MAX_LENGTH = 500;

/** Reduces a heading to one line without hidden parts, anchor links and redundant `strong`. */
export function prepareHeading(heading: LightElement, pageUrl: string): void {
  if (isLongerThan(heading, MAX_LENGTH)) {
    heading.nodeName = 'DIV';
    return;
  }
  removeHidden(heading);
  removeAnchorLinks(heading, pageUrl);
  flattenBlocks(heading);
  unwrapStrong(heading);
}

/** Removes parts that the markup hides, unless the whole heading is hidden. */
function removeHidden(heading: LightElement): void {
  const hidden: LightElement[] = [];
  let text = '';
  for (let node: LightNode | null = heading.firstChild; node !== null; ) {
    const isHidden: boolean = node.nodeType !== 3 && isHiddenByMarkup(node);
    if (node.nodeType === 3) text += node.data;
    else if (isHidden) hidden.push(node);
    node = isHidden ? nextAfter(node, heading) : nextNode(node, heading);
  }
  if (/[\p{L}\p{N}]/u.test(text)) for (const element of hidden) detach(element);
}

/** `<h2><strong>Use</strong></h2>` */
function unwrapStrong(heading: LightElement): void {
  const shown = heading.childNodes.filter((node) => node.nodeType !== 3 || node.data.trim() !== '');
  const [only] = shown;
  if (shown.length !== 1 || only === undefined || only.nodeType === 3) return;
  if (only.nodeName === 'STRONG' || only.nodeName === 'B') unwrap(only);
}
