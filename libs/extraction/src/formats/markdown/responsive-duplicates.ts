import type { LightElement, LightNode } from '../../tree/light-node';
import { classesOf, contentBeside } from '../../tree/walk';
import { findAround, plainTextOf } from './blocks';

const DUPLICATED = new Set(['DIV', 'SPAN', 'TIME']);
const CONTROLS: ReadonlySet<string> = new Set(['A', 'BUTTON']);
/** Classes of elements that are shown instead of another one: on hover, on another screen width. */
const VARIANT_CLASS =
  /(?:^|[\s_-])(?:animate|clone|copy|desktop|dup(?:licate)?|hover|mobile|swap|updated|(?:d|is)-(?:[a-z]{2,3}-)?none)(?:$|[\s_-])|[a-z](?:Copy|Desktop|Duplicate|Hover|Mobile)(?![a-z])|(?:^|\s)(?:[a-z\d]{2,3}:)?hidden(?:$|\s)/;
const MAX_TEXT = 80;
const MAX_VISITED_NODES = 12;

/** Whether an element repeats the text of the previous one and styles show only one of the two. */
export function isResponsiveDuplicate(element: LightElement): boolean {
  if (!DUPLICATED.has(element.nodeName)) return false;
  const before = contentBeside(element, 'previousSibling');
  if (before === null || before.nodeType === 3) return false;
  if (before.nodeName !== element.nodeName || !startsAlike(element, before)) return false;
  const text = labelOf(element);
  if (text === undefined || !/\p{L}{2}/u.test(text) || text !== labelOf(before)) return false;
  const [variant, variantBefore] = [variantOf(element), variantOf(before)];
  if (variant === variantBefore) return false;
  // One variant class is not enough outside of controls: adjacent table-like cells may repeat a value.
  return (
    element.nodeName === 'TIME' ||
    (variant !== '' && variantBefore !== '') ||
    findAround(element, CONTROLS) !== undefined
  );
}

/** Compares the first texts, as most adjacent elements differ there. */
function startsAlike(element: LightElement, before: LightElement): boolean {
  const [first, second] = [firstLeaf(element), firstLeaf(before)];
  return first.nodeType === 3 && second.nodeType === 3 && first.data.trim() === second.data.trim();
}

function firstLeaf(element: LightElement): LightNode {
  let node: LightNode = element;
  for (let level = 0; level < MAX_VISITED_NODES && node.nodeType !== 3 && node.firstChild !== null; level++) {
    node = node.firstChild;
    while (node.nodeType === 3 && node.data.trim() === '' && node.nextSibling !== null) node = node.nextSibling;
  }
  return node;
}

function variantOf(element: LightElement): string {
  return VARIANT_CLASS.exec(classesOf(element))?.[0].trim() ?? '';
}

function labelOf(root: LightElement): string | undefined {
  return plainTextOf(root, { maxLength: MAX_TEXT, maxNodes: MAX_VISITED_NODES });
}
