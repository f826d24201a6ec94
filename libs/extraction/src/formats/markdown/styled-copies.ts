import { classesOf } from '../../tree/classes-of';
import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';
import { findAround } from './blocks';

const COPIED = new Set(['DIV', 'SPAN', 'TIME']);
const LABELLED: ReadonlySet<string> = new Set(['A', 'BUTTON']);
/** What styles show in place of the other: on touch, on another screen, on a later day. `City` and `state` are no such names. */
const COPY =
  /(?:^|[\s_-])(?:animate|clone|copy|desktop|dup(?:licate)?|hover|mobile|swap|updated|(?:d|is)-(?:[a-z]{2,3}-)?none)(?:$|[\s_-])|[a-z](?:Copy|Desktop|Duplicate|Hover|Mobile)(?![a-z])|(?:^|\s)(?:[a-z\d]{2,3}:)?hidden(?:$|\s)/;
/** Characters of a text, and nodes of an element. */
const MAX_TEXT = 80;
const MAX_NODES = 12;

/**
 * Whether an element repeats, word by word, the one right before it, which styles show in its place: a label that slides
 * in when a button is touched, or one for small screens.
 */
export function isStyledCopy(element: LightElement): boolean {
  if (!COPIED.has(element.nodeName)) return false;
  const before = elementBefore(element);
  if (before === undefined || before.nodeName !== element.nodeName) return false;
  if (!beginsLike(element, before)) return false;
  const text = textOfLabel(element);
  if (text === undefined || !/\p{L}{2}/u.test(text) || text !== textOfLabel(before)) return false;
  const [name, nameBefore] = [copyName(element), copyName(before)];
  if (name === nameBefore) return isHeardNot(element) && !isHeardNot(before);
  // One name says that one of the two may be hidden: cells of a row are alike as well, and so are the words of a name.
  return (
    element.nodeName === 'TIME' || (name !== '' && nameBefore !== '') || findAround(element, LABELLED) !== undefined
  );
}

/** Most neighbours differ at once. */
function beginsLike(element: LightElement, before: LightElement): boolean {
  const [first, second] = [firstOf(element), firstOf(before)];
  return first.nodeType === 3 && second.nodeType === 3 && first.data.trim() === second.data.trim();
}

function firstOf(element: LightElement): LightNode {
  let node: LightNode = element;
  for (let level = 0; level < MAX_NODES && node.nodeType !== 3 && node.firstChild !== null; level++) {
    node = node.firstChild;
    while (node.nodeType === 3 && node.data.trim() === '' && node.nextSibling !== null) node = node.nextSibling;
  }
  return node;
}

function copyName(element: LightElement): string {
  return COPY.exec(classesOf(element))?.[0].trim() ?? '';
}

function isHeardNot(element: LightElement): boolean {
  return element.getAttribute('aria-hidden') === 'true';
}

function elementBefore(element: LightElement): LightElement | undefined {
  let before: LightNode | null = element.previousSibling;
  while (before !== null && before.nodeType === 3 && before.data.trim() === '') before = before.previousSibling;
  return before === null || before.nodeType === 3 ? undefined : before;
}

/** Nothing where it holds more than the text of a label. */
function textOfLabel(root: LightElement): string | undefined {
  let text = '';
  let looked = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (++looked > MAX_NODES || text.length > MAX_TEXT || node.nodeName === 'IMG' || node.nodeName === 'A')
      return undefined;
    if (node.nodeType === 3) text += node.data;
  }
  return text.length > MAX_TEXT ? undefined : text.trim();
}
