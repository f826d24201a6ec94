import { ORIGINAL_TAG } from '../tree/frames';
import type { LightElement, LightNode } from '../tree/light-node';
import { detach, nextNode } from '../tree/walk';

const SHOWN = new Set('audio embed input math object select textarea video'.split(' '));

/** Removes `hr` elements at the start and end of the content, and all but the first in a row. */
export function dropIdleRules(root: LightElement): void {
  const idle: LightElement[] = [];
  let last: 'nothing' | 'rule' | 'content' = 'nothing';
  let rule: LightElement | undefined;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== 3 && node.localName === 'hr') {
      if (last === 'content') {
        rule = node;
        last = 'rule';
      } else idle.push(node);
    } else if (last !== 'content' && isShown(node)) last = 'content';
  }
  if (last === 'rule' && rule !== undefined) idle.push(rule);
  for (const line of idle) detach(line);
}

function isShown(node: LightNode): boolean {
  if (node.nodeType === 3) return /\S/.test(node.data);
  if (node.localName === 'img') return (node.getAttribute('src') ?? '') !== '';
  // Markdown uses the label of a link without text.
  if (
    node.localName === 'a' &&
    `${node.getAttribute('aria-label') ?? ''}${node.getAttribute('title') ?? ''}`.trim() !== ''
  )
    return true;
  return SHOWN.has(node.localName) || node.getAttribute(ORIGINAL_TAG) !== null;
}
