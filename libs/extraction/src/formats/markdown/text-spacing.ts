import { isVisuallyHidden } from '../../tree/hidden-by-class';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { classesOf, nextNode } from '../../tree/walk';
import { isBlock } from './blocks';
import { isInListing } from './prepare-code';

/** Characters of a text and of a box that are compared, and nodes of a box. */
const MAX_LENGTH = 80;
const MAX_NODES = 20;
const ENDS_WORD = /[\p{L}\p{N}.!?:,)%]$/u;
const STARTS_WORD = /^[\p{L}\p{N}\p{Sc}]/u;
const STARTS_CAPITALISED = /^[\p{Lu}\p{N}\p{Sc}]/u;
const STARTS_SENTENCE = /^\p{Lu}\p{Ll}/u;
/** `Price:` and `posted by:`, but not `http:` or `localhost:`. */
const LABEL = /^(?:\p{Lu}|[^\s:]{1,40} )[\p{L}\p{M}\p{N} '’.&()-]{0,60}\p{L}:$/u;
/** Classes of elements that qualify the preceding text: a count, a flag. */
const BADGE_CLASS =
  /(?:^|[\s_-])(?:badge|count(?:er)?|desc(?:ription)?|flag|note|pill|subtitle|tagline)s?(?:[\s_-]|$)/i;
/** Three words, the first capitalised. */
const SENTENCE = /^\p{Lu}.*\s.*\s/u;

/**
 * Inserts a space between an inline box and adjacent text where styles separate them and the source has no white space:
 * `<span class=sr-only>Reviews:</span>196`. Any other box is part of the word: `Java<span class=hl>Script</span>`.
 */
export function separateFromText(box: LightElement): void {
  const before = dataOf(box.previousSibling);
  const after = dataOf(box.nextSibling);
  const mayPrecede = before !== undefined && ENDS_WORD.test(before.slice(-2));
  const mayFollow = after !== undefined && STARTS_WORD.test(after.slice(0, 2));
  if (!mayPrecede && !mayFollow) return;
  const { text, isWhole } = textIn(box);
  if (text === '') return;
  const isApartBefore = mayPrecede && isSeparateFromPrevious(before.slice(-MAX_LENGTH), box, text);
  const isApartAfter = mayFollow && isWhole && isSeparateFromNext(box, text, after.slice(0, MAX_LENGTH));
  if ((!isApartBefore && !isApartAfter) || isInListing(box)) return;
  if (isApartBefore) box.parentNode?.insertBefore(new LightText(' '), box);
  if (isApartAfter) box.parentNode?.insertBefore(new LightText(' '), box.nextSibling);
}

function isSeparateFromPrevious(before: string, box: LightElement, own: string): boolean {
  if (!STARTS_WORD.test(own)) return false;
  if (isVisuallyHidden(box)) return isSeparateWord(before, own);
  if (STARTS_CAPITALISED.test(own) && /^\s*\p{Lu}/u.test(before) && LABEL.test(before.trimStart())) return true;
  if (BADGE_CLASS.test(classesOf(box)) && isQualifier(before, own)) return true;
  return SENTENCE.test(own) && /(?:^|\s)\p{Ll}{2,30}[.!?]$/u.test(before);
}

function isSeparateFromNext(box: LightElement, own: string, after: string): boolean {
  if (!ENDS_WORD.test(own)) return false;
  if (isVisuallyHidden(box)) return own.length > 1 && (own.endsWith(':') || STARTS_CAPITALISED.test(after));
  if (LABEL.test(own) && (STARTS_CAPITALISED.test(after) || /\s/.test(own))) return true;
  return STARTS_SENTENCE.test(after) && SENTENCE.test(own) && /\p{L}{2}[.!?:]$/u.test(own);
}

/** Screen-reader text that is no suffix: not `comment<span class=sr-only>s</span>` or `2<span class=sr-only>nd</span>`. */
function isSeparateWord(before: string, own: string): boolean {
  if (/^\p{Lu}/u.test(own) || /^\p{L}+ \p{L}/u.test(own)) return true;
  return /[^\p{L}]$/u.test(before) && /^\p{L}{2}/u.test(own) && !/^(?:st|nd|rd|th)(?!\p{L})/u.test(own);
}

/** A unit after a number, or a capitalised word after a lower-case one. */
function isQualifier(before: string, own: string): boolean {
  if (/(?:^|\s)\p{N}[\p{N}.,]{0,9}$/u.test(before) && /^\p{L}{3}/u.test(own)) return true;
  return /\p{Ll}$/u.test(before) && STARTS_SENTENCE.test(own);
}

function dataOf(node: LightNode | null): string | undefined {
  return node?.nodeType === 3 ? node.data : undefined;
}

/** The text at the start of a box; `isWhole` unless a block, an image or a break ends it early. */
export function textIn(box: LightElement): { text: string; isWhole: boolean } {
  let text = '';
  let visited = 0;
  for (let node = box.firstChild; node !== null; node = nextNode(node, box) as LightNode | null) {
    if (++visited > MAX_NODES || text.length > MAX_LENGTH) return { text, isWhole: false };
    if (node.nodeType === 3) text += node.data;
    else if (isBlock(node) || node.nodeName === 'IMG' || node.nodeName === 'BR') return { text, isWhole: false };
  }
  return { text, isWhole: true };
}
