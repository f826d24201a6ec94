import { isFontIcon } from '../../sites/material-icons';
import { isVisuallyHidden } from '../../tree/hidden-by-class';
import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { nextAfter, nextNode } from '../../tree/walk';
import { REMOVED_ELEMENTS } from './blocks';

/** "(opens in a new tab)" and variants at the end of a text. Does not match titles such as "How to open a new tab". */
const NEW_TAB_SUFFIX =
  /(?:(?:^|[\s,;:.–—-]{0,3}\(\s?)(?:(?:this |external )?link,? )?(?:will )?opens?|(?:^|[\s,;:.–—-]{0,3}\s)(?:(?:this |external )?link,? )?(?:will open|opens)) (?:(?:in|on|an?) ){0,2}(?:(?:new|other|another|external) ){1,2}(?:window or tab|(?:browser )?(?:window|tab)s?|browser|dialogs?|sites?|pages?)[\s).!]{0,4}$/i;
const MAX_SUFFIX_LENGTH = 100;
/** Labels about opening pages. */
const TOPIC = /^(?:how|what|when|where|which|why)\b/i;
/** Texts are compared by their first 200 letters and digits. */
const MAX_KEY_LENGTH = 200;
const MAX_VISITED_NODES = 20;
const MAX_WRAPPERS = 3;
/** Longest label that may describe a strike-through, e.g. "Reduced from". */
const MAX_STRIKE_LABEL_LENGTH = 40;
const STRIKES = new Set(['DEL', 'S', 'STRIKE']);

/** Removes an "opens in a new tab" suffix from a link label or title. A label that consists of nothing else is kept. */
export function stripNewTabSuffix(label: string): string {
  if (TOPIC.test(label)) return label;
  const end = label.slice(-MAX_SUFFIX_LENGTH);
  const stripped = label.slice(0, label.length - end.length) + end.replace(NEW_TAB_SUFFIX, '');
  return stripped.trim() === '' ? label : stripped;
}

/**
 * Whether visually hidden text repeats the visible text next to it, is empty after its "opens in a new tab" suffix is
 * removed, or only announces a strike-through (`<del><span class=sr-only>Reduced from</span>$20</del>`).
 * Mutates: removes the suffix from `span`.
 */
export function isRedundantScreenReaderText(span: LightElement): boolean {
  if (!isVisuallyHidden(span)) return false;
  const hadSuffix = removeSuffix(span);
  const key = keyOf(span);
  if (key.length < 2) return hadSuffix && key === '';
  if (key.length <= MAX_STRIKE_LABEL_LENGTH && !/\p{N}/u.test(key) && isInStrike(span)) return true;
  return (['previousSibling', 'nextSibling'] as const).some((side) => {
    const adjacent = adjacentContent(span, side);
    return adjacent !== null && keyOf(adjacent) === key;
  });
}

function isInStrike({ parentNode: parent }: LightElement): boolean {
  return [parent, parent?.parentNode].some((around) => STRIKES.has(around?.nodeName ?? ''));
}

/** The adjacent node, skipping white space and wrappers without other content. */
function adjacentContent(span: LightElement, side: 'previousSibling' | 'nextSibling'): LightNode | null {
  let around: LightElement | null = span;
  for (let level = 0; around !== null && level < MAX_WRAPPERS; level++) {
    let beside: LightNode | null = around[side];
    for (let step = 0; step < MAX_VISITED_NODES && beside !== null && isBlank(beside); step++) beside = beside[side];
    if (beside !== null) return beside;
    around = around.parentNode;
    if (around?.nodeName !== 'SPAN') return null;
  }
  return null;
}

function isBlank(node: LightNode): boolean {
  return node.nodeType === 3 ? node.data.trim() === '' : keyOf(node) === '' && node.nodeName !== 'IMG';
}

function removeSuffix(span: LightElement): boolean {
  const last = lastText(span);
  if (last === undefined) return false;
  const end = last.data.slice(-MAX_SUFFIX_LENGTH).replace(/\s+/g, ' ');
  const stripped = end.replace(NEW_TAB_SUFFIX, '');
  if (stripped !== end) last.data = last.data.slice(0, -MAX_SUFFIX_LENGTH) + stripped;
  return stripped !== end;
}

function lastText(span: LightElement): LightText | undefined {
  let last: LightText | undefined;
  let node: LightNode | null = span.firstChild;
  for (let visited = 0; node !== null && visited < MAX_VISITED_NODES; visited++) {
    if (node.nodeType === 3 && /\S/.test(node.data)) last = node;
    node = nextNode(node, span);
  }
  return node === null ? last : undefined;
}

function keyOf(root: LightNode): string {
  const text = root.nodeType === 3 ? root.data.slice(0, 4 * MAX_KEY_LENGTH) : startOf(root);
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, MAX_KEY_LENGTH);
}

function startOf(root: LightElement): string {
  let text = '';
  let node: LightNode | null = isNotWritten(root) ? null : root.firstChild;
  for (let visited = 0; node !== null && visited < MAX_VISITED_NODES && text.length < MAX_KEY_LENGTH; visited++) {
    if (node.nodeType === 3) text += node.data.slice(0, 4 * MAX_KEY_LENGTH);
    node = isNotWritten(node) ? nextAfter(node, root) : nextNode(node, root);
  }
  return text;
}

function isNotWritten(node: LightNode): boolean {
  return node.nodeType !== 3 && (REMOVED_ELEMENTS.has(node.nodeName) || isFontIcon(node));
}
