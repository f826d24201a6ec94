/** Bare URLs, which renderers link automatically except within links. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>\uFDD0-\uFDD6\uFFFC]+|[\uFDD2\uFDD3]/gi;
/** Trailing punctuation is not part of a URL. */
const CLOSING = new Set('?!.,:;*_~\'")]');

/** Puts bare URLs that need escapes in angle brackets, because renderers include backslashes. */
export function keepAddresses(text: string, escapes: Insertion[]): Insertion[] {
  if (!/https?:\/\/|www\./i.test(text)) return escapes;
  const kept: Insertion[] = [];
  let next = 0;
  let links = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (match[0] === '\uFDD2') links++;
    else if (match[0] === '\uFDD3') links--;
    else if (links === 0) {
      const start = match.index;
      const end = start + lengthOf(match[0]);
      next = take(escapes, next, start, kept);
      const within: Insertion[] = [];
      next = take(escapes, next, end, within);
      // Some renderers include the next character.
      const isTouched = (escapes[next]?.[0] ?? Infinity) <= start + match[0].length || text.charAt(end) === '>';
      if (within.length === 0 && !isTouched) continue;
      if (text.charAt(start).toLowerCase() === 'w') kept.push([start + 3, '\\'], ...within);
      else kept.push([start, '<'], [end, '>']);
    }
  }
  take(escapes, next, text.length, kept);
  return kept;
}

/** Moves the insertions before `end`, starting at index `next`, to `taken`. Returns the next index. */
function take(escapes: Insertion[], next: number, end: number, taken: Insertion[]): number {
  let place = next;
  for (let insertion = escapes[place]; insertion !== undefined && insertion[0] < end; insertion = escapes[++place]) {
    taken.push(insertion);
  }
  return place;
}

function lengthOf(address: string): number {
  let length = address.length;
  while (length > 0 && CLOSING.has(address.charAt(length - 1))) length--;
  return length;
}

/** Text to insert before the character at a position. */
export type Insertion = [position: number, text: string];
