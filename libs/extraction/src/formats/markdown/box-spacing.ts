import { isVisuallyHidden } from '../../tree/hidden-by-class';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { classesOf } from '../../tree/walk';
import { isBlock } from './blocks';
import { isInListing } from './prepare-code';
import { separateFromText, textIn } from './text-spacing';

const BOXES = new Set('A B DEL EM I INS S SPAN STRIKE STRONG TIME'.split(' '));
const REVISIONS = new Set('DEL INS S STRIKE'.split(' '));
/** Class words that name the content of an element. */
const NAMES = new Set(
  (
    'author badge brand caption category cent count date desc description heading info item key label location meta name ' +
    'number prefix price size source status subtitle suffix tag text time title unit value'
  ).split(' '),
);
const MAX_ATTRIBUTE_LENGTH = 300;
const MAX_WORD_LENGTH = 20;
/** Elements visited in one direction. */
const MAX_STEPS = 8;
/** Characters compared at an edge, and characters searched for them. */
const EDGE_LENGTH = 4;
const WIDE_EDGE_LENGTH = 8;
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]+/g;

const FLEX = /display\s{0,9}:\s{0,9}(?:inline-)?(?:flex|grid)\b/i;
/** `flex`, `md:grid`, `d-md-flex`, `is-flex` (Tailwind, Bootstrap, Bulma). */
const FLEX_CLASS = /(?:^|\s)(?:[a-z\d-]{1,8}:)?(?:d-(?:[a-z]{2,3}-)?|is-)?(?:inline-)?(?:flex|grid)(?=\s|$)/;
const GAP =
  /(?:^|[;\s])(?:(?:column-)?gap\s{0,9}:\s{0,9}(?:0?\.)?[1-9]|justify-content\s{0,9}:\s{0,9}space-|flex-direction\s{0,9}:\s{0,9}column)/i;
/** `gap-2`, `space-x-2`, `justify-content-between`, `flex-col`. */
const GAP_CLASS =
  /(?:^|\s)(?:[a-z\d-]{1,8}:)?(?:(?:gap(?:-x)?|space-x)-(?:0\.)?(?:[1-9]|\[)|justify-(?:content-)?(?:between|around|evenly)(?=\s|$)|flex-col(?:umn)?(?=\s|$))/;

/** Inserts spaces around a control, which browsers separate without white space in the source. */
export function separateControl(element: LightElement): void {
  const parent = element.parentNode;
  if (parent === null) return;
  parent.insertBefore(new LightText(' '), element);
  const next = element.nextSibling;
  // Closing punctuation stays attached.
  if (next?.nodeType === 3 && /^[\p{P}\s]/u.test(next.data)) return;
  parent.insertBefore(new LightText(' '), next);
}

/**
 * Inserts a space between an inline box and the adjacent box or text where styles separate them and the source has no
 * white space: `<span class=title>Notes</span><span class=by>Written by all</span>`.
 */
export function separateBox(box: LightElement): void {
  separateFromText(box);
  const before = boxBefore(box);
  if (before === undefined || box.parentNode === null) return;
  const end = edgeOf(before, 'lastChild');
  const start = edgeOf(box, 'firstChild');
  if (!isLaidOutApart(before, end, box, start) && !areSeparate(before, end, box, start)) return;
  if (!isInListing(box)) box.parentNode.insertBefore(new LightText(' '), box);
}

function boxBefore(box: LightElement): LightElement | undefined {
  let before = box.previousSibling;
  for (let step = 0; step < MAX_STEPS && before !== null; step++) {
    if (before.nodeType === 3) {
      if (before.data !== '') return undefined;
    } else if (!BOXES.has(before.nodeName)) return undefined;
    else if (before.firstChild !== null) return before;
    before = before.previousSibling;
  }
  return undefined;
}

/** Whether the parent is a flex or grid container that separates its children, or could and one has several words. */
function isLaidOutApart(before: LightElement, end: string, box: LightElement, start: string): boolean {
  const parent = box.parentNode as LightElement;
  const style = parent.getAttribute('style')?.slice(0, MAX_ATTRIBUTE_LENGTH) ?? '';
  const classes = classesOf(parent);
  if (!FLEX_CLASS.test(classes) && !FLEX.test(style)) return false;
  if (!areWholeWords(end, start)) return false;
  if (GAP_CLASS.test(classes) || GAP.test(style)) return true;
  if (!/[\p{L}\p{N}]$/u.test(end) || !hasSeveralWords(before)) return false;
  return /^\p{N}/u.test(start) || (/^\p{L}/u.test(start) && hasSeveralWords(box));
}

/** Separators between fields or breadcrumbs. */
const SEPARATOR = /^[•·|›→]$/;

/** Whether neither edge continues the other: scripts may split a word or number into one box per character. */
function areWholeWords(end: string, start: string): boolean {
  if (!/[^\s\p{Ps}\p{Pi}\p{Sc}#@/&+~-]$/u.test(end) || !/^[^\s\p{Pe}\p{Pf}.,;:!?%/'’°*†]/u.test(start)) return false;
  if (SEPARATOR.test(end) || SEPARATOR.test(start)) return end.length + start.length > 2;
  if (end.length < 2) return start.length > 1 && /^(?:\p{L}$|\p{N})/u.test(end) && /^\p{Lu}\p{Ll}/u.test(start);
  if (start.length < 2) return !/^\p{Sc}/u.test(start) && /\p{L}{2}[.!?)]?$/u.test(end);
  return !/^(?:st|nd|rd|th)(?!\p{L})/u.test(start);
}

function areSeparate(before: LightElement, end: string, box: LightElement, start: string): boolean {
  if (!/[\p{L}\p{N}\p{Sc}.,!?:)%]$/u.test(end) || !/^[\p{L}\p{N}\p{Sc}]/u.test(start)) return false;
  if (isOneWord(before, box)) return false;
  if (isVisuallyHidden(before) || isVisuallyHidden(box)) return true;
  if (/\p{L}\p{L}:$/u.test(end) || (/\p{L}\p{L},$/u.test(end) && /^\p{L}/u.test(start))) return true;
  if (endsWord(before, end, box) && /^\p{Lu}\p{Ll}/u.test(start)) return true;
  if (/[\p{Ll}\p{N}.!?]$/u.test(end) && /^\p{Lu}/u.test(start) && [before, box].every(hasSeveralWords)) return true;
  if (/\p{N}[kKmM]$/u.test(end) && /^\p{N}/u.test(start)) return true;
  if (/(?:\p{N}|\p{N}\s?\p{Sc})$/u.test(end) && /^(?:\p{N}|\p{Sc}\s?\p{N})/u.test(start))
    return areSeparateNumbers(before, end, box, start);
  return areDifferentFields(before, end, box, start);
}

function endsWord(before: LightElement, end: string, box: LightElement): boolean {
  const pattern =
    before.nodeName === box.nodeName ? /[\p{L}\p{N}]{2}[\p{Ll}\p{N}.!?]$/u : /[\p{L}\p{N}][\p{Ll}\p{N}.!?]$/u;
  return pattern.test(end);
}

/** Two single words of different classes that name no content: `<span class=a>You</span><span class=b>Tube</span>`. */
function isOneWord(before: LightElement, box: LightElement): boolean {
  const [first, second] = [before, box].map((part) => part.getAttribute('class'));
  if (first == null || second == null || first === second) return false;
  if ([before, box].some((part) => part.nodeName !== 'SPAN' || isVisuallyHidden(part) || !isSingleWord(part)))
    return false;
  return styleOf(first) === styleOf(second) || !(isNamed(first) || isNamed(second));
}

/** Two numbers, not the parts of one: an amount or unit follows, something is drawn between, or the classes differ. */
function areSeparateNumbers(before: LightElement, end: string, box: LightElement, start: string): boolean {
  if ([before, box].some(({ nodeName }) => REVISIONS.has(nodeName))) return true;
  const isLong = end.length > 1 || start.length > 1;
  if (isLong && (/^[$£¥₹]/.test(start) || /^\p{N}{1,3}\s+\p{L}?/u.test(start))) return true;
  const between = box.previousSibling;
  if (isLong && between !== before && between?.nodeType === 1 && between.getAttribute('class') !== null) return true;
  const [first, second] = [before, box].map((part) => part.getAttribute('class'));
  if (first == null || second == null) return isLong && first !== second;
  return styleOf(first) !== styleOf(second) || isLong;
}

/** Boxes of different classes whose edges are word boundaries, or whose classes both name their content. */
function areDifferentFields(before: LightElement, end: string, box: LightElement, start: string): boolean {
  const [first, second] = [before, box].map((part) => part.getAttribute('class'));
  if (first == null || second == null || styleOf(first) === styleOf(second)) return false;
  if (/[\p{L}\p{N}][\p{Ll}\p{N}]$|[\p{L}\p{N}][.!?)%]$/u.test(end) && /^\p{Lu}/u.test(start)) return true;
  if (/\p{Lu}\p{Lu}$|\p{N}\p{L}{1,3}$/u.test(end) && /^\p{Lu}\p{Ll}/u.test(start)) return true;
  if (/\p{L}\p{L}$/u.test(end) && /^\p{Sc}?\p{N}/u.test(start)) return true;
  if (/\p{N}$/u.test(end) && /^\p{L}\p{L}/u.test(start)) return !/^(?:st|nd|rd|th)(?!\p{L})/u.test(start);
  return /\p{L}{2}$/u.test(end) && /^\p{L}{2}/u.test(start) && isNamed(first) && isNamed(second);
}

function hasSeveralWords(box: LightElement): boolean {
  return /\S\s+\S/.test(textIn(box).text);
}

function isSingleWord(part: LightElement): boolean {
  const only = part.firstChild;
  if (only?.nodeType !== 3 || only.nextSibling !== null) return false;
  return only.data.length <= MAX_WORD_LENGTH && /^[^\s:]+$/.test(only.data);
}

/** The classes without digits, which enumerate similar elements. */
function styleOf(classes: string): string {
  return classes.slice(0, MAX_ATTRIBUTE_LENGTH).replace(/\d+/g, '');
}

/** `item-label`, `itemLabel` and `labels`, but not `relabeled`. */
function isNamed(classes: string): boolean {
  const words = classes.slice(0, MAX_ATTRIBUTE_LENGTH).split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/);
  return words.map((word) => word.toLowerCase()).some((word) => NAMES.has(word) || NAMES.has(word.replace(/s$/, '')));
}

/** The characters at an edge of a box; empty if an image, a block or a break is there. */
function edgeOf(root: LightElement, edge: 'firstChild' | 'lastChild'): string {
  const side = edge === 'firstChild' ? 'nextSibling' : 'previousSibling';
  let node: LightNode | null = root;
  for (let step = 0; step < MAX_STEPS && node !== null; step++) {
    if (node.nodeType === 3) {
      const isStart = edge === 'firstChild';
      const wide = isStart ? node.data.slice(0, WIDE_EDGE_LENGTH) : node.data.slice(-WIDE_EDGE_LENGTH);
      const visible = wide.replace(INVISIBLE, '');
      if (visible !== '') return isStart ? visible.slice(0, EDGE_LENGTH) : visible.slice(-EDGE_LENGTH);
    } else if (isBlock(node) || node.nodeName === 'IMG' || node.nodeName === 'BR') return '';
    else if (node[edge] !== null) {
      node = node[edge];
      continue;
    }
    if (node === root) return '';
    node = node[side];
  }
  return '';
}
