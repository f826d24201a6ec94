import { classesOf } from '../../tree/classes-of';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { isVisuallyHidden } from '../../tree/visually-hidden';
import { nextNode } from '../../tree/walk';
import { isBlock } from './blocks';
import { isBlockByAttribute, isBoxByStyle, layoutOf } from './box-styles';
import { isInListing } from './prepare-code';

/** Characters of a text and of a box that are looked at, and nodes of a box. */
const MAX_CHARS = 80;
const MAX_NODES = 20;
/** Letters and digits of a text for those who hear a page; less ends a word: `comment<span class=sr-only>s</span>`. */
const LEAST_HEARD = 2;
const ENDS_WORD = /[\p{L}\p{N}.!?:,)%]$/u;
const STARTS_WORD = /^[\p{L}\p{N}\p{Sc}]/u;
const STARTS_ANEW = /^[\p{Lu}\p{N}\p{Sc}]/u;
const STARTS_SENTENCE = /^\p{Lu}\p{Ll}/u;
const ORDINAL = /^(?:st|nd|rd|th|er|e|ème|º|ª)(?![\p{L}\p{N}])/u;
/** `Price:`, but not `http:` or `localhost:`. */
const LABEL = /^\p{Lu}[\p{L}\p{M}\p{N} '’.&()-]{0,60}\p{L}:$/u;
/** As a box of its own, also `posted by:`. */
const BOXED_LABEL = /^(?:\p{Lu}|[^\s:]{1,40} )[\p{L}\p{M}\p{N} '’.&()-]{0,60}\p{L}:$/u;
/** `1.` and `01`, as styles number what follows. */
const NUMBERING = /^(?:\d{1,3}[.)]|0\d)$/;
/** What is said of the text before it: how many there are, that it is new. */
const BADGE = /(?:^|[\s_-])(?:badge|count(?:er)?|desc(?:ription)?|flag|note|pill|subtitle|tagline)s?(?:[\s_-]|$)/i;
/** `Open jobs`, which has a number behind it; `Win` and `utf` have it within the name. */
const COUNTED = /^\p{Lu}[\p{L} &]{0,60}(?<=\p{L}{4})$/u;
/** A single name, of which the rest may be spelt for those who hear it: `Java` and `Script`. */
const ENDS_CAMEL = /(?:^|\s)\p{Lu}\p{Ll}{1,20}$/u;
/** `You`, `Java`, `Linked`. */
const ENDS_HALF = /(?:^|\s)\p{Lu}\p{Ll}{1,5}$/u;
/** What is no half of a name. */
const BEGINS_ANEW =
  /^(?:All|An|And|Are|At|By|For|From|Get|How|If|In|It|Our|Read|See|That|The|This|To|We|What|When|With|You|Your)\s/;
const ONE_WORD = /^\p{Lu}\p{Ll}{1,20}$/u;
/** Between the places of a path, or the fields of a card. */
const SEPARATOR = /^[•·|›→]$/;
/** The state of a control. It stands behind its name without a capital. */
const STATE = /^(?:active|checked|collapsed|current|expanded|optional|required|selected|unavailable)\b/i;

/**
 * Puts a space between a box and the text right beside it, where a browser shows them apart and the source has none:
 * `<span class=sr-only>Reviews:</span>196`, `Developed by:<span>Ada</span>`, `Jobs<span class=badge>81</span>`. Any
 * other is a part of the word: `Java<span class=hl>Script</span>`.
 */
export function setApartFromText(box: LightElement): void {
  const before = textBeside(box.previousSibling);
  const behind = textBeside(box.nextSibling);
  const hasEnd = before !== undefined && ENDS_WORD.test(before.slice(-2));
  const hasStart = behind !== undefined && STARTS_WORD.test(behind.slice(0, 2));
  if (!hasEnd && !hasStart) return;
  const { text, isWhole } = textIn(box);
  const isIcon = text === '' && hasEnd && hasStart && isEmptyIcon(box);
  const isApartBefore = hasEnd && text !== '' && isApartBehind(before.slice(-MAX_CHARS), box, text);
  const isApartAfter =
    isIcon || (hasStart && text !== '' && isWhole && isApartAhead(box, text, behind.slice(0, MAX_CHARS)));
  if ((!isApartBefore && !isApartAfter) || isInListing(box)) return;
  if (isApartBefore) box.parentNode?.insertBefore(new LightText(' '), box);
  if (isApartAfter) box.parentNode?.insertBefore(new LightText(' '), box.nextSibling);
}

/** Whether `box`, which begins with `own`, stands apart from the text before it. */
function isApartBehind(text: string, box: LightElement, own: string): boolean {
  if (!STARTS_WORD.test(own)) return false;
  const classes = classesOf(box);
  if (own.length > 1 && isBoxByStyle(box, 'left') && !isWithinWord(box, text, own)) return true;
  if (isVisuallyHidden(box)) return isHeardAlone(text, own);
  if (isLaidOut(box, text, own)) return true;
  if (STARTS_ANEW.test(own) && LABEL.test(text.trimStart())) return true;
  if (BADGE.test(classes) && isOtherThing(text, own)) return true;
  if (box.nodeName === 'CITE') return /\p{L}{2}$/u.test(text) && STARTS_SENTENCE.test(own);
  return isSentence(own) && /(?:^|\s)\p{Ll}{2,30}[.!?]$/u.test(text);
}

/** Whether `box`, which is `own`, stands apart from the text behind it. */
function isApartAhead(box: LightElement, own: string, text: string): boolean {
  if (!ENDS_WORD.test(own)) return false;
  if (own.length > 1 && isBoxByStyle(box, 'right') && !isWithinWord(box, own, text)) return true;
  if (isVisuallyHidden(box)) return own.length >= LEAST_HEARD && (own.endsWith(':') || STARTS_ANEW.test(text));
  if (isLaidOut(box, own, text)) return true;
  if (BOXED_LABEL.test(own) && (STARTS_ANEW.test(text) || /\s/.test(own))) return true;
  if (!STARTS_SENTENCE.test(text)) return false;
  if (areTitles(own, text)) return true;
  return NUMBERING.test(own) || (isSentence(own) && /\p{L}{2}[.!?:]$/u.test(own));
}

/** A box and a text that are children of what styles lay out in boxes: a browser makes a box of the text as well. */
function isLaidOut(box: LightElement, before: string, behind: string): boolean {
  const parent = box.parentNode;
  if (parent === null || !mayStandApart(before, behind)) return false;
  const layout = layoutOf(parent);
  if (layout !== 'boxes') return layout === 'spread';
  return hasWords(before) && hasWords(behind) && !isWithinWord(box, before, behind);
}

/**
 * Whether a text that ends so and one that begins so can be two. A script takes words and numbers to pieces of one
 * character; an initial goes on with a small letter; what closes a text stays with it.
 */
export function mayStandApart(end: string, start: string): boolean {
  if (!/[^\s\p{Ps}\p{Pi}\p{Sc}#@/&+~-]$/u.test(end) || !/^[^\s\p{Pe}\p{Pf}.,;:!?%/'’°*†]/u.test(start)) return false;
  if (SEPARATOR.test(end) || SEPARATOR.test(start)) return end.length + start.length > 2;
  if (end.length < 2) return start.length > 1 && /^(?:\p{L}$|\p{N})/u.test(end) && /^\p{Lu}\p{Ll}/u.test(start);
  if (start.length < 2) return !/^\p{Sc}/u.test(start) && /\p{L}{2}[.!?)]?$/u.test(end);
  return !ORDINAL.test(start);
}

/** Two at least. */
export function hasWords(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/**
 * `<span>Talk to Our Experts</span>Schedule Your Consultation`: a box of three words at least, and a text. The text before a
 * box tells nothing, as a capital may be within a name: `the new Mac<span>Book Pro</span>`. So may one behind a short last
 * word: `<b>watch it on You</b>Tube Premium`.
 */
function areTitles(box: string, behind: string): boolean {
  if (!/\p{Ll}{2}$/u.test(box) || !STARTS_SENTENCE.test(behind) || !hasWords(behind)) return false;
  return box.trim().split(/\s+/, 3).length === 3 && (!ENDS_HALF.test(box) || BEGINS_ANEW.test(behind));
}

/** Classes give white space to a part of a word, too: `un<strong class="px-1">believ</strong>able`. */
function isWithinWord(box: LightElement, before: string, behind: string): boolean {
  return /\p{Ll}$/u.test(before) && /^\p{Ll}/u.test(behind) && !isBlockByAttribute(box);
}

/** A text for those who hear a page is no part of the word before it, but where it is the end of it. */
function isHeardAlone(text: string, own: string): boolean {
  if (/^\p{Lu}/u.test(own)) return STATE.test(own) || !(ENDS_CAMEL.test(text) && ONE_WORD.test(own));
  if (!/^\p{L}{2}/u.test(own) || ORDINAL.test(own)) return false;
  if (!/\p{L}$/u.test(text)) return own.length >= LEAST_HEARD;
  return STATE.test(own) || /^\p{L}+ \p{L}/u.test(own);
}

function isOtherThing(text: string, own: string): boolean {
  if (COUNTED.test(text.trimStart()) && /^\p{N}/u.test(own)) return true;
  if (/(?:^|\s)\p{N}[\p{N}.,]{0,9}$/u.test(text) && /^\p{L}{3}/u.test(own)) return true;
  return /\p{Ll}$/u.test(text) && STARTS_SENTENCE.test(own);
}

/** Three words at least. */
function isSentence(own: string): boolean {
  return /^\p{Lu}.*\s.*\s/u.test(own);
}

/** It shows a sign between two texts. */
function isEmptyIcon(box: LightElement): boolean {
  if (box.firstChild !== null) return false;
  if (box.localName === 'i') return classesOf(box) !== '';
  return box.getAttribute('aria-hidden') === 'true' && /(?:^|[\s_-])(?:fa|icon)/.test(classesOf(box));
}

function textBeside(node: LightNode | null): string | undefined {
  return node?.nodeType === 3 ? node.data : undefined;
}

/** The text of a box, from its start; nothing where something else stands in it. */
export function textIn(box: LightElement): { text: string; isWhole: boolean } {
  let text = '';
  let looked = 0;
  for (let node = box.firstChild; node !== null; node = nextNode(node, box) as LightNode | null) {
    if (++looked > MAX_NODES || text.length > MAX_CHARS) return { text, isWhole: false };
    if (node.nodeType === 3) text += node.data;
    else if (isBlock(node) || node.nodeName === 'IMG' || node.nodeName === 'BR') return { text, isWhole: false };
  }
  return { text, isWhole: true };
}
