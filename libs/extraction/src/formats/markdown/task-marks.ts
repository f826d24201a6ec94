import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode, previousElement } from '../../tree/walk';
import { isBlock } from './blocks';

const LISTS = new Set(['MENU', 'NAV', 'OL', 'UL']);
const MAX_NODES = 60;

/** Whether a check box at the start of a list item is a task marker, not the toggle of a menu without scripts. */
export function isTaskMark(input: LightElement): boolean {
  if (input.getAttribute('type')?.toLowerCase() !== 'checkbox') return false;
  const item = itemOf(input);
  if (item === undefined) return false;
  if (input.getAttribute('disabled') !== null || item.getAttribute('data-type') === 'taskItem') return true;
  return startsWithPlainText(input, item) && !(hasLabel(input, item) && opensList(input, item));
}

function itemOf({ parentNode: parent }: LightElement): LightElement | undefined {
  if (parent?.nodeName === 'LI') return parent;
  const outer = parent?.parentNode;
  return outer?.nodeName === 'LI' && previousElement(parent as LightElement) === null ? outer : undefined;
}

/** Whether a `<label for>` elsewhere in the item toggles the box. */
function hasLabel(input: LightElement, item: LightElement): boolean {
  const id = input.getAttribute('id');
  if (!id) return false;
  return [...nodesAfter(input, item)].some(
    (node) => node.nodeName === 'LABEL' && (node as LightElement).getAttribute('for') === id,
  );
}

/** Whether a list follows before the next box. */
function opensList(input: LightElement, item: LightElement): boolean {
  for (const node of nodesAfter(input, item)) {
    if (node.nodeName === 'INPUT') return false;
    if (LISTS.has(node.nodeName)) return true;
  }
  return false;
}

/** Whether text other than a link follows in the same line. */
function startsWithPlainText(input: LightElement, item: LightElement): boolean {
  for (const node of nodesAfter(input, item)) {
    if (node.nodeType !== 3) {
      if (isBlock(node) || node.nodeName === 'A') return false;
    } else if (node.data.trim() !== '') return true;
  }
  return false;
}

function* nodesAfter(input: LightElement, item: LightElement): Generator<LightNode> {
  let visited = 0;
  for (let node = nextNode(input, item); node !== null && ++visited <= MAX_NODES; node = nextNode(node, item))
    yield node;
}
