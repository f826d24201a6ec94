import { extendHash, hashOf } from './characters';

/** Characters. Generated class lists go on for thousands. */
const MAX_VALUE = 400;
export const MAX_NAME = 40;
/** Letters. Shorter parts of names say nothing. */
const SHORT_PART = 2;

type Visit = (token: number) => void;

/**
 * Hashed tokens of the names in an attribute: each as a whole after `kind`, and its parts, with digits in a row as one
 * 0, so that `post-1234` is one token on all pages. Names are read letter by letter where they stand: a page has
 * thousands, and expressions take ten times as long.
 */
export function visitNameTokens(value: string, kind: string, visit: Visit): void {
  const end = Math.min(value.length, MAX_VALUE);
  let from = 0;
  for (let at = 0; at <= end; at++) {
    const code = at < end ? value.charCodeAt(at) : SPACE;
    if (code > LAST_ASCII) {
      visitSlowly(value.slice(from, end), kind, visit);
      return;
    }
    if (code !== SPACE && (code < TAB || code > CARRIAGE_RETURN)) continue;
    if (at > from) visitName(value, from, at, kind, visit);
    from = at + 1;
  }
}

const [TAB, CARRIAGE_RETURN, SPACE, DASH, ZERO, NINE, LAST_ASCII] = [9, 13, 32, 45, 48, 57, 127];
const [UPPER_A, UPPER_Z, LOWER_A, LOWER_Z, TO_LOWER] = [65, 90, 97, 122, 32];
/** Between the parts of a name. */
const isGlue = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) =>
  Number(/[-_:./]/.test(String.fromCharCode(code))),
);
const PART = hashOf('~');
/** Of the name at hand. */
const parts: number[] = [];

function visitName(value: string, from: number, to: number, kind: string, visit: Visit): void {
  let whole = hashOf(kind);
  let part = PART;
  let length = 0;
  let partLength = 0;
  let isGlued = false;
  let before = 0;
  parts.length = 0;
  const endPart = () => {
    if (partLength > SHORT_PART) parts.push(part);
    part = PART;
    partLength = 0;
    isGlued = true;
  };
  for (let at = from; at < to; at++) {
    let code = value.charCodeAt(at);
    const last = before;
    before = code;
    if (code >= ZERO && code <= NINE) {
      if (last >= ZERO && last <= NINE) continue;
      code = ZERO;
    } else if (code >= UPPER_A && code <= UPPER_Z) {
      if (last >= LOWER_A && last <= LOWER_Z) {
        whole = extendHash(whole, DASH);
        length++;
        endPart();
      }
      code |= TO_LOWER;
    }
    whole = extendHash(whole, code);
    length++;
    if (isGlue[code] === 1) endPart();
    else {
      part = extendHash(part, code);
      partLength++;
    }
  }
  if (length > MAX_NAME) return;
  visit(whole);
  if (!isGlued) visit(part);
  else {
    endPart();
    for (const token of parts) visit(token);
  }
}

/** The same for names of any letters. */
export function visitSlowly(value: string, kind: string, visit: Visit): void {
  for (const name of value.slice(0, MAX_VALUE).split(/\s+/)) {
    const plain = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/\d+/g, '0');
    if (plain === '' || plain.length > MAX_NAME) continue;
    visit(hashOf(kind + plain));
    const split = plain.split(/[-_:./]+/);
    if (split.length === 1) visit(hashOf(`~${plain}`));
    else for (const part of split) if (part.length > SHORT_PART) visit(hashOf(`~${part}`));
  }
}
