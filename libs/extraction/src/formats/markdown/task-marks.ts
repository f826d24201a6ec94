import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode, previousElement } from '../../tree/walk';
import { isBlock } from './blocks';

const LISTS = new Set(['MENU', 'OL', 'UL']);
/** Nodes of an item. */
const MAX_LOOKED_AT = 60;

/**
 * The check box that an item of a task list begins with. Boxes that nobody can check are those of markdown. Others may
 * be how a page without scripts opens a menu or folds a comment: then a list without such boxes is in the item, or a
 * link or nothing in its first line.
 */
export function isTaskMark(input: LightElement): boolean {
  if (input.getAttribute('type')?.toLowerCase() !== 'checkbox') return false;
  const item = itemOf(input);
  if (item === undefined) return false;
  return input.getAttribute('disabled') !== null || (!opensList(input, item) && hasPlainText(input, item));
}

function itemOf({ parentNode: parent }: LightElement): LightElement | undefined {
  if (parent?.nodeName === 'LI') return parent;
  const outer = parent?.parentNode;
  return outer?.nodeName === 'LI' && previousElement(parent as LightElement) === null ? outer : undefined;
}

function opensList(input: LightElement, item: LightElement): boolean {
  let hasList = false;
  let looked = 0;
  for (let node = nextNode(input, item); node !== null && ++looked <= MAX_LOOKED_AT; node = nextNode(node, item)) {
    if (node.nodeName === 'NAV') return true;
    if (node.nodeName === 'INPUT') return false;
    hasList ||= LISTS.has(node.nodeName);
  }
  return hasList;
}

/** Whether text that is no link follows in the line. */
function hasPlainText(input: LightElement, item: LightElement): boolean {
  let looked = 0;
  let link: LightElement | undefined;
  for (let node = nextNode(input, item); node !== null && ++looked <= MAX_LOOKED_AT; node = nextNode(node, item)) {
    if (node.nodeType !== 3) {
      if (isBlock(node)) return false;
      if (node.nodeName === 'A') link = node;
    } else if (node.data.trim() !== '' && !isWithin(node, link)) return true;
  }
  return false;
}

function isWithin(node: LightNode, link: LightElement | undefined): boolean {
  for (let around = link === undefined ? null : node.parentNode; around !== null; around = around.parentNode) {
    if (around === link) return true;
  }
  return false;
}
