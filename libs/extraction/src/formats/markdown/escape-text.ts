import { findDelimiters } from './find-delimiters';
import { findLineStarts } from './find-line-starts';
import { type Insertion, keepAddresses } from './keep-addresses';

/** Noncharacters that represent the edges of inline elements, or whole ones, in the text of a paragraph. */
export const MARKS = {
  emphasis: '\uFDD0',
  strike: '\uFDD1',
  linkStart: '\uFDD2',
  linkEnd: '\uFDD3',
  tag: '\uFDD4',
  code: '\uFDD5',
  /** Emphasis written with underscores. */
  innerEmphasis: '\uFDD6',
  other: '\uFFFC',
};

export interface LineContext {
  /** Block markers at the start of a line need an escape: not in headings and cells. */
  mayBeginBlock: boolean;
  /** The line starts a list item, where `[x]` is a task marker. */
  isInItem: boolean;
}

/** Characters that may need an escape anywhere. */
export const SUSPICIOUS = /[\\`*_[\]<&~]|!$/;
const SPECIAL = /[\\[\]<&!`\uFDD2\uFDD3]/g;
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/i;
/** The longest name of an entity has 31 characters. */
const MAX_ENTITY = 34;

/** Escapes text for the brackets of a link or image. */
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

/** Positions in the text of a paragraph that need a backslash, in order. Escapes only what would be read as markup. */
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

/** marked skips everything from `<` to `>` when it searches the end of emphasis. */
function findLastMarkInTag(text: string): number {
  const end = text.lastIndexOf('>');
  if (end === -1) return -1;
  return Math.max(...[MARKS.emphasis, MARKS.strike, MARKS.innerEmphasis].map((mark) => text.lastIndexOf(mark, end)));
}

function needsEscape(character: string, text: string, position: number, isInBrackets: boolean): boolean {
  const after = text.charAt(position + 1);
  switch (character) {
    case '\\':
      // At the end of a line it is a hard break. Marks are punctuation, and a space before a mark moves behind it.
      return /^(?:[!-/:-@[-`{-~\n]| ?[\uFDD0-\uFDD6\uFFFC]| ?$)/.test(text.slice(position + 1, position + 3));
    case '<':
      return /[a-z/!?]/i.test(after);
    case '&':
      return ENTITY.test(text.slice(position, position + MAX_ENTITY));
    case '`':
      // Some renderers miss the end of a link after a backtick. Elsewhere only pairs matter.
      return isInBrackets;
    case '!':
      return after === MARKS.linkStart;
    case '[':
      return isInBrackets || after === '^';
    default:
      // The output has no reference definitions.
      return isInBrackets || after === '(';
  }
}
