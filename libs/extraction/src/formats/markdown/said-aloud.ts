import type { LightElement, LightNode } from '../../tree/light-node';
import { isVisuallyHidden } from '../../tree/visually-hidden';
import { nextNode } from '../../tree/walk';
import { saysAmount } from './said-twice';

/** Characters of a sign and of what is said, and nodes of each. */
const MAX_SIGN = 40;
const MAX_SAID = 200;
const MAX_NODES = 20;
/** A place in a row: `1` before `1 Peter`. Before what nobody sees it is an amount. */
const PLACE = /^\d{1,2}[.)]?$/;
/** Drawn where there is no value. */
const NOTHING = /^[-–—−]{1,4}$/;
/** What a key has not: `$5` is not said by `5 left`, nor `500+` by `500 guests`. */
const UNIT = /[\p{Sc}%+]/gu;
const SIGNS = new Set(['DIV', 'SPAN']);

/**
 * Whether an element that programs do not read aloud, `<span aria-hidden=true>(411)</span>`, is said in full by the one
 * beside it, which they read: `<span>411 reviews</span>`. Styles hide that, or print both.
 */
export function isSaidAloud(element: LightElement): boolean {
  if (!SIGNS.has(element.nodeName) || element.getAttribute('aria-hidden') !== 'true') return false;
  const sign = textOfLine(element, MAX_SIGN);
  if (sign === undefined) return false;
  if (NOTHING.test(sign)) return isHeardInstead(element);
  if (!/\p{N}/u.test(sign)) return false;
  const key = keyOf(sign);
  return (
    key !== '' &&
    [elementBehind(element, 'nextSibling'), elementBehind(element, 'previousSibling')].some(
      (beside) => beside !== undefined && (!PLACE.test(sign) || isVisuallyHidden(beside)) && says(beside, sign, key),
    )
  );
}

/** `--`, and behind it `not specified`. */
function isHeardInstead(element: LightElement): boolean {
  const behind = elementBehind(element, 'nextSibling');
  return behind !== undefined && isVisuallyHidden(behind) && /\p{L}{2}/u.test(textOfLine(behind, MAX_SAID) ?? '');
}

/** More than the sign does, that is; of two that say the same `isSaidTwice` takes the one that nobody sees. */
function says(beside: LightElement, sign: string, key: string): boolean {
  const said = textOfLine(beside, MAX_SAID);
  if (said === undefined || beside.getAttribute('aria-hidden') === 'true') return false;
  if (sign.match(UNIT)?.some((unit) => !said.includes(unit)) === true) return false;
  const whole = keyOf(said);
  if (whole.length <= key.length || saysAmount(whole, key)) return false;
  if (whole.startsWith(key)) return areApart(key.at(-1) as string, whole[key.length] as string);
  return whole.endsWith(key) && areApart(whole.at(-key.length - 1) as string, key[0] as string);
}

/** Keys have no spaces: a number ends where letters begin. */
function areApart(end: string, start: string): boolean {
  return /\p{N}/u.test(end) !== /\p{N}/u.test(start);
}

/** The element right beside it, past white space. */
function elementBehind(element: LightElement, side: 'nextSibling' | 'previousSibling'): LightElement | undefined {
  let beside: LightNode | null = element[side];
  while (beside !== null && beside.nodeType === 3 && beside.data.trim() === '') beside = beside[side];
  return beside === null || beside.nodeType === 3 ? undefined : beside;
}

/** Its text, if it holds nothing but text, and no more than `most` characters of it. */
function textOfLine(root: LightElement, most: number): string | undefined {
  let text = '';
  let looked = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (++looked > MAX_NODES || text.length > most) return undefined;
    if (node.nodeType === 3) text += node.data;
    else if (node.nodeName === 'IMG' || node.nodeName === 'A') return undefined;
  }
  return text.length > most ? undefined : text.trim();
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
