import { classesOf } from '../../tree/classes-of';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { isVisuallyHidden } from '../../tree/visually-hidden';
import { nextNode } from '../../tree/walk';
import { isBlock } from './blocks';
import { isBlockByAttribute, isBoxByStyle } from './box-styles';
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
const ONE_WORD = /^\p{Lu}\p{Ll}{1,20}$/u;
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
  if (BOXED_LABEL.test(own) && (STARTS_ANEW.test(text) || /\s/.test(own))) return true;
  if (!STARTS_SENTENCE.test(text)) return false;
  return NUMBERING.test(own) || (isSentence(own) && /\p{L}{2}[.!?:]$/u.test(own));
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
  return (
    (COUNTED.test(text.trimStart()) && /^\p{N}/u.test(own)) || (/\p{Ll}$/u.test(text) && STARTS_SENTENCE.test(own))
  );
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
