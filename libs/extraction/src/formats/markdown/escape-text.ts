import { findDelimiters } from './find-delimiters';
import { findLineStarts } from './find-line-starts';
import type { Insertion } from './insertion';
import { keepAddresses } from './keep-addresses';

/** What stands for elements in a line while its text is looked at: their edges, or all of them. No text has these. */
export const MARKS = {
  emphasis: '\uFDD0',
  strike: '\uFDD1',
  linkStart: '\uFDD2',
  linkEnd: '\uFDD3',
  tag: '\uFDD4',
  code: '\uFDD5',
  /** Emphasis that is written with underscores. */
  innerEmphasis: '\uFDD6',
  other: '\uFFFC',
};

export interface LineContext {
  /** What begins a block here would be taken for one; not so in headings and cells, which have begun already. */
  mayBeginBlock: boolean;
  /** It is the first of a list item, where `[x]` would make a task of it. */
  isInItem: boolean;
}

/** Characters that can mean something anywhere; most texts of a page have none. */
export const SUSPICIOUS = /[\\`*_[\]<&~]|!$/;
const SPECIAL = /[\\[\]<&!`\uFDD2\uFDD3]/g;
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/i;
/** Characters. The longest name of an entity has 31. */
const MAX_ENTITY = 34;

/** Text for the brackets of a link or an image. */
export function escapeText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  const inBrackets = MARKS.linkStart + text + MARKS.linkEnd;
  let escaped = '';
  let from = 1;
  for (const [position, inserted] of findEscapes(inBrackets, { mayBeginBlock: false, isInItem: false })) {
    escaped += inBrackets.slice(from, position) + inserted;
    from = position;
  }
  return escaped + inBrackets.slice(from, -1);
}

/**
 * Where `text`, which is all that a paragraph holds, needs a backslash for markdown to read it as text; in order.
 * Only what would be read otherwise is escaped: every backslash is noise for whoever reads the markdown itself.
 */
export function findEscapes(text: string, context: LineContext): Insertion[] {
  const positions = new Set<number>();
  findDelimiters(text, positions);
  const tagEnd = findLastMarkInTag(text);
  let links = 0;
  for (const match of text.matchAll(SPECIAL)) {
    if (match[0] === MARKS.linkStart) links++;
    else if (match[0] === MARKS.linkEnd) links--;
    else if (match[0] === '<' && match.index < tagEnd) positions.add(match.index);
    else if (needsEscape(match[0], text, match.index, links > 0)) positions.add(match.index);
  }
  if (context.mayBeginBlock) findLineStarts(text, context.isInItem, positions);
  if (positions.size === 0) return [];
  const sorted = [...positions].sort((one, other) => one - other);
  return keepAddresses(
    text,
    sorted.map((position) => [position, '\\']),
  );
}

/** marked takes everything from `<` to `>` for a tag while it looks for the end of emphasis. */
function findLastMarkInTag(text: string): number {
  const end = text.lastIndexOf('>');
  if (end === -1) return -1;
  return Math.max(...[MARKS.emphasis, MARKS.strike, MARKS.innerEmphasis].map((mark) => text.lastIndexOf(mark, end)));
}

function needsEscape(character: string, text: string, position: number, isInBrackets: boolean): boolean {
  const after = text.charAt(position + 1);
  switch (character) {
    case '\\':
      // At the end of a line it would be a line break. Marks are punctuation, and a space before one goes behind it.
      return /^(?:[!-/:-@[-`{-~\n]| ?[\uFDD0-\uFDD6\uFFFC]| ?$)/.test(text.slice(position + 1, position + 3));
    case '<':
      return /[a-z/!?]/i.test(after);
    case '&':
      return ENTITY.test(text.slice(position, position + MAX_ENTITY));
    case '`':
      // Others are marks only in pairs, but not every renderer finds the end of a link behind one.
      return isInBrackets;
    case '!':
      return after === MARKS.linkStart;
    case '[':
      return isInBrackets || after === '^';
    default:
      // There are no reference definitions that other brackets could refer to.
      return isInBrackets || after === '(';
  }
}
