import { classesOf } from '../../tree/classes-of';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { isVisuallyHidden } from '../../tree/visually-hidden';
import { hasWords, mayStandApart, setApartFromText, textIn } from './beside-text';
import { isBlock } from './blocks';
import { isBoxByStyle, layoutOf } from './box-styles';
import { isInListing } from './prepare-code';

/** Stands apart from its neighbours in a line without any white space: `<button>Yes</button><button>No</button>`. */
export function setApart(element: LightElement): void {
  const parent = element.parentNode;
  if (parent === null) return;
  parent.insertBefore(new LightText(' '), element);
  const next = element.nextSibling;
  // What closes a sentence stays with it.
  if (next?.nodeType === 3 && /^[\p{P}\s]/u.test(next.data)) return;
  parent.insertBefore(new LightText(' '), next);
}

const BOXES = new Set('A B DEL EM I INS S SPAN STRIKE STRONG TIME'.split(' '));
/** A price that was, and one that is. */
const REVISIONS = new Set('DEL INS S STRIKE'.split(' '));
const EMPHASES = new Set('B EM I STRONG'.split(' '));
const GLYPHS = /(?:^|[\s_-])(?:material-(?:icons|symbols)|mat-icon|icon-font)/;
/** Classes that an editor or a renderer numbers, and that mean nothing but a style. */
const NUMBERED = /^[a-z]{1,2}\d+(?:\s|$)/i;
/** Words of classes that name what the element holds. */
const NAMES = new Set(
  (
    'author badge brand caption category cent count date desc description heading info item key label location meta name ' +
    'number prefix price size source status subtitle suffix tag text time title unit value'
  ).split(' '),
);
/** Characters of classes that are looked at. */
const MAX_CLASSES = 300;
/** As Sphinx has them. */
const NAME_CLASS = /(?:^|\s)(?:sig-(?:pre)?name|desc(?:class)?name)(?:\s|$)/;
const ORDINAL = /^(?:st|nd|rd|th|er|e|ème|º|ª)(?![\p{L}\p{N}])/u;

/**
 * Styles turn parts of a line into lines and boxes, with nothing between them in the source: `<span>Notes</span><span>Written
 * by all</span>`. A capital behind a small letter tells, a number behind a number or a label, or that the two are of
 * different classes. Beside a text a span is a part of the word: `Java<span class=hl>Script</span>`.
 */
export function setBoxApart(box: LightElement): void {
  setApartFromText(box);
  const before = boxBefore(box);
  if (before === undefined) return;
  const end = edgeText(before, 'lastChild');
  const start = edgeText(box, 'firstChild');
  if ((isLaidOut(before, end, box, start) || isNumberedPost(before, end, start)) && !isInListing(box)) {
    box.parentNode?.insertBefore(new LightText(' '), box);
    return;
  }
  if (!/[\p{L}\p{N}\p{Sc}.,!?:)%]$/u.test(end) || !/^[\p{L}\p{N}\p{Sc}]/u.test(start)) return;
  if (areApart(before, end, box, start) && !isInListing(box)) box.parentNode?.insertBefore(new LightText(' '), box);
}

/** Right before it, past what shows nothing. */
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

function areApart(before: LightElement, end: string, box: LightElement, start: string): boolean {
  if (isApartByStyle(before, end, box, start)) return true;
  if (isOneWord(before, box) || isDottedName(before, box) || isEmphasisedWord(before, box) || isInNumber(before, box))
    return false;
  const isOther = before.nodeName !== box.nodeName;
  const endsWord = isOther ? /[\p{L}\p{N}][\p{Ll}\p{N}.!?]$/u : /[\p{L}\p{N}]{2}[\p{Ll}\p{N}.!?]$/u;
  if (endsWord.test(end) && /^\p{Lu}\p{Ll}/u.test(start)) return true;
  if (/\p{L}\p{L}:$/u.test(end)) return true;
  if (/\p{L}\p{L},$/u.test(end) && /^\p{L}/u.test(start)) return true;
  const [first, second] = [before, box].map((element) => element.getAttribute('class'));
  if ([before, box].some((element) => isVisuallyHidden(element) || GLYPHS.test(element.getAttribute('class') ?? '')))
    return true;
  if (/[\p{Ll}\p{N}.!?]$/u.test(end) && /^\p{Lu}/u.test(start) && [before, box].every(isOfWords)) return true;
  if (/\p{N}[kKmM]$/u.test(end) && /^\p{N}/u.test(start)) return true;
  if (areNumbers(end, start)) return areOtherNumbers(before, end, box, start);
  if (first != null && first === second && areOtherFields(end, start)) return true;
  if (
    first == null ||
    second == null ||
    styleOf(first) === styleOf(second) ||
    (NUMBERED.test(first) && NUMBERED.test(second))
  )
    return false;
  return (
    isOtherWord(end, start) ||
    (/\p{Ll}{2}$/u.test(end) && /^\p{Ll}{2}/u.test(start) && isNamed(first) && isNamed(second))
  );
}

/**
 * Two children that styles lay out in boxes. Where they leave no space between these, the parts of a name or of a price
 * may be children, too.
 */
function isLaidOut(before: LightElement, end: string, box: LightElement, start: string): boolean {
  const parent = box.parentNode;
  if (parent === null || !mayStandApart(end, start)) return false;
  const layout = layoutOf(parent);
  if (layout !== 'boxes') return layout === 'spread';
  return (
    /[\p{L}\p{N}]$/u.test(end) &&
    isOfWords(before) &&
    (/^\p{N}/u.test(start) || (/^\p{L}/u.test(start) && isOfWords(box)))
  );
}

/** `2 years ago` and `#1`; `orbweaver#1` is one name. */
function isNumberedPost(before: LightElement, end: string, start: string): boolean {
  return /^#\p{N}/u.test(start) && /\p{L}{2}$/u.test(end) && isOfWords(before);
}

/** A single character is one of a word that a script takes to pieces. */
function isApartByStyle(before: LightElement, end: string, box: LightElement, start: string): boolean {
  if (end.length < 2 || start.length < 2) return false;
  return isBoxByStyle(before, 'right') || isBoxByStyle(box, 'left');
}

/** Two numbers, and not the parts of one: the second is an amount or has a unit, something is drawn between them, or their classes differ. */
function areOtherNumbers(before: LightElement, end: string, box: LightElement, start: string): boolean {
  if ([before, box].some(({ nodeName }) => REVISIONS.has(nodeName))) return true;
  const isLong = end.length > 1 || start.length > 1;
  if (isLong && (/^[$£¥₹]/.test(start) || /^\p{N}{1,3}\s+\p{L}?/u.test(start))) return true;
  const between = box.previousSibling;
  if (isLong && between !== before && between?.nodeType === 1 && between.getAttribute('class') !== null) return true;
  const [first, second] = [before, box].map((element) => element.getAttribute('class'));
  if (first == null || second == null) return isLong && first !== second;
  return styleOf(first) !== styleOf(second) || isLong;
}

function isOfWords(box: LightElement): boolean {
  return hasWords(textIn(box).text);
}

/** Fields of one class in a row: `5 star` and `4 star`, `2h 22m` and `R`. */
function areOtherFields(end: string, start: string): boolean {
  return (
    (/\p{L}{3}$/u.test(end) && /^\p{N}{1,3}\s/u.test(start)) || (/\p{N}\p{Ll}$/u.test(end) && /^\p{Lu}/u.test(start))
  );
}

/** Characters of a word in parts. */
const MAX_PART = 20;

/**
 * Two words without a space, which no class names anything else: `You` and `Tube`, `CO` and `2`. On 749 pages that leaves
 * some 40 pairs of single words together, and longer texts apart as they are.
 */
function isOneWord(before: LightElement, box: LightElement): boolean {
  const [first, second] = [before, box].map((element) => element.getAttribute('class'));
  if (first == null || second == null || first === second) return false;
  if ([before, box].some((part) => part.nodeName !== 'SPAN' || isVisuallyHidden(part) || !isWord(part))) return false;
  if (GLYPHS.test(first) || GLYPHS.test(second)) return false;
  return styleOf(first) === styleOf(second) || !(isNamed(first) || isNamed(second));
}

/** `json.` and `JSONDecoder`, as documentation calls the parts of a name that it defines. */
function isDottedName(before: LightElement, box: LightElement): boolean {
  if (![before, box].every((part) => NAME_CLASS.test(classesOf(part)))) return false;
  return /^\s*[\p{L}_][\p{L}\p{N}_.]*\.$/u.test(textIn(before).text);
}

/** `<b>Java</b><i>Script</i>`: emphasis styles letters, and parts no words. A name and its value do not read as one. */
function isEmphasisedWord(before: LightElement, box: LightElement): boolean {
  if (!EMPHASES.has(before.nodeName) || !EMPHASES.has(box.nodeName)) return false;
  return (isWord(before) || isWord(box)) && !/:$/.test(edgeText(before, 'lastChild'));
}

/** Digits within a number that were revised: `1<del>0</del><ins>5</ins>0`. */
function isInNumber(before: LightElement, box: LightElement): boolean {
  if (![before, box].some(({ nodeName }) => REVISIONS.has(nodeName))) return false;
  const [outer, following] = [before.previousSibling, box.nextSibling];
  return (
    (outer?.nodeType === 3 && /\p{N}$/u.test(outer.data)) ||
    (following?.nodeType === 3 && /^\p{N}/u.test(following.data))
  );
}

function isWord(part: LightElement): boolean {
  const only = part.firstChild;
  return (
    only?.nodeType === 3 && only.nextSibling === null && only.data.length <= MAX_PART && /^[^\s:]+$/.test(only.data)
  );
}

/** Classes of several that are alike are told from each other by numbers. */
function styleOf(classes: string): string {
  return classes.slice(0, MAX_CLASSES).replace(/\d+/g, '');
}

/** `item-label`, `itemLabel` and `labels`, but not `relabeled`. */
function isNamed(classes: string): boolean {
  const words = classes.slice(0, MAX_CLASSES).split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/);
  return words.map((word) => word.toLowerCase()).some((word) => NAMES.has(word) || NAMES.has(word.replace(/s$/, '')));
}

/** The digits of a counter are boxes of one class each. */
function areNumbers(end: string, start: string): boolean {
  return /(?:\p{N}|\p{N}\s?\p{Sc})$/u.test(end) && /^(?:\p{N}|\p{Sc}\s?\p{N})/u.test(start);
}

/** Of two texts that are of different classes. */
function isOtherWord(end: string, start: string): boolean {
  if (/[\p{L}\p{N}][\p{Ll}\p{N}]$|[\p{L}\p{N}][.!?)%]$/u.test(end) && /^\p{Lu}/u.test(start)) return true;
  if (/\p{Lu}\p{Lu}$|\p{N}\p{L}{1,3}$/u.test(end) && /^\p{Lu}\p{Ll}/u.test(start)) return true;
  if (/\p{L}\p{L}$/u.test(end) && /^\p{Sc}?\p{N}/u.test(start)) return true;
  return /\p{N}$/u.test(end) && /^\p{L}\p{L}/u.test(start) && !ORDINAL.test(start);
}

/** Elements in elements, and beside each other. What lies deeper is no line of text. */
const MAX_STEPS = 8;
/** Characters that are looked at, and those among which they are. */
const EDGE = 4;
const WIDE_EDGE = 8;
/** Where a line may break. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]+/g;

/** The text at that edge, past elements that hold nothing; empty where something else stands there. */
function edgeText(root: LightElement, edge: 'firstChild' | 'lastChild'): string {
  const side = edge === 'firstChild' ? 'nextSibling' : 'previousSibling';
  let node: LightNode | null = root;
  for (let step = 0; step < MAX_STEPS && node !== null; step++) {
    if (node.nodeType === 3) {
      const isStart = edge === 'firstChild';
      const seen = (isStart ? node.data.slice(0, WIDE_EDGE) : node.data.slice(-WIDE_EDGE)).replace(UNSEEN, '');
      if (seen !== '') return isStart ? seen.slice(0, EDGE) : seen.slice(-EDGE);
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
