import { extendHash, textHash } from './characters';

/** Characters of an attribute that are read; generated class lists have thousands. */
const MAX_VALUE = 400;
export const MAX_NAME = 40;
/** Letters of a part of a name that is ignored. */
const SHORT_PART = 2;

type Visit = (token: number) => void;

/**
 * Visits hashed tokens of the names in an attribute: each whole name, prefixed with `kind`, and its parts. Digits in a row
 * count as one 0, so that `post-1234` is the same token on all pages. Reads letter by letter, because regular expressions
 * take ten times as long.
 */
export function visitNameTokens(value: string, kind: string, visit: Visit): void {
  const end = Math.min(value.length, MAX_VALUE);
  const start = textHash(kind);
  let from = 0;
  let whole = start;
  let part = PART;
  let length = 0;
  let partLength = 0;
  let count = 0;
  let isGlued = false;
  let before = OTHER;
  for (let at = 0; at <= end; at++) {
    let code = at < end ? value.charCodeAt(at) : SPACE;
    if (code > LAST_ASCII) {
      visitSlowly(value.slice(from, end), kind, visit);
      return;
    }
    const sort = sortOf[code] as number;
    const last = before;
    before = sort;
    const isEnd = sort === WHITE_SPACE;
    let isEdge = sort === GLUE || isEnd;
    if (sort === DIGIT) {
      if (last === DIGIT) continue;
      code = ZERO;
    } else if (sort === UPPER) {
      if (last === LOWER) {
        whole = extendHash(whole, DASH);
        length++;
        isEdge = true;
      }
      code |= TO_LOWER;
    }
    if (isEdge) {
      isGlued ||= !isEnd;
      if (partLength > SHORT_PART || (isEnd && !isGlued)) parts[count++] = part;
      part = PART;
      partLength = 0;
    }
    if (isEnd) {
      if (length > 0 && length <= MAX_NAME) {
        visit(whole);
        for (let index = 0; index < count; index++) visit(parts[index] as number);
      }
      from = at + 1;
      whole = start;
      length = 0;
      count = 0;
      isGlued = false;
      continue;
    }
    whole = extendHash(whole, code);
    length++;
    if (sort === GLUE) continue;
    part = extendHash(part, code);
    partLength++;
  }
}

const [DASH, ZERO, SPACE, TO_LOWER, LAST_ASCII] = [45, 48, 32, 32, 127];
const [OTHER, WHITE_SPACE, GLUE, DIGIT, UPPER, LOWER] = [0, 1, 2, 3, 4, 5];
const SORTS = [/\s/, /[-_:./]/, /\d/, /[A-Z]/, /[a-z]/];
const sortOf = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) => {
  return SORTS.findIndex((sort) => sort.test(String.fromCharCode(code))) + 1;
});
const PART = textHash('~');
/** Parts of the current name. */
const parts = new Int32Array(MAX_VALUE);

/** The same for names outside ASCII. */
export function visitSlowly(value: string, kind: string, visit: Visit): void {
  for (const name of value.slice(0, MAX_VALUE).split(/\s+/)) {
    const plain = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/\d+/g, '0');
    if (plain === '' || plain.length > MAX_NAME) continue;
    visit(textHash(kind + plain));
    const split = plain.split(/[-_:./]+/);
    if (split.length === 1) visit(textHash(`~${plain}`));
    else for (const part of split) if (part.length > SHORT_PART) visit(textHash(`~${part}`));
  }
}
