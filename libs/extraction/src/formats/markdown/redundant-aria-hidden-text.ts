import type { LightElement } from '../../tree/light-node';
import { contentBeside } from '../../tree/walk';
import { plainTextOf } from './blocks';

const MAX_NUMBER_LENGTH = 40;
const MAX_PHRASE_LENGTH = 200;
const MAX_VISITED_NODES = 20;
/** Units that the phrase must contain as well: `$5` is not repeated by `5 left`. */
const UNIT = /[\p{Sc}%+]/gu;
const BOXES = new Set(['DIV', 'SPAN']);

/**
 * Whether an `aria-hidden` number is repeated with its unit by the adjacent element:
 * `<span aria-hidden=true>(411)</span><span>411 reviews</span>`.
 */
export function isRedundantAriaHiddenText(element: LightElement): boolean {
  if (!BOXES.has(element.nodeName) || !isAriaHidden(element)) return false;
  const number = textOfLine(element, MAX_NUMBER_LENGTH);
  if (number === undefined || !/\p{N}/u.test(number)) return false;
  return (['nextSibling', 'previousSibling'] as const).some((side) => {
    const beside = contentBeside(element, side);
    if (beside === null || beside.nodeType === 3 || isAriaHidden(beside)) return false;
    return containsNumber(textOfLine(beside, MAX_PHRASE_LENGTH), number);
  });
}

function isAriaHidden(element: LightElement): boolean {
  return element.getAttribute('aria-hidden') === 'true';
}

/** Whether `phrase` starts or ends with the number and adds words. */
function containsNumber(phrase: string | undefined, number: string): boolean {
  if (phrase === undefined || number.match(UNIT)?.some((unit) => !phrase.includes(unit)) === true) return false;
  const [whole, key] = [keyOf(phrase), keyOf(number)];
  if (whole.length <= key.length) return false;
  if (whole.startsWith(key)) return isNumberBoundary(key.at(-1) as string, whole[key.length] as string);
  return whole.endsWith(key) && isNumberBoundary(whole.at(-key.length - 1) as string, key[0] as string);
}

function isNumberBoundary(end: string, start: string): boolean {
  return /\p{N}/u.test(end) !== /\p{N}/u.test(start);
}

function textOfLine(root: LightElement, maxLength: number): string | undefined {
  return plainTextOf(root, { maxLength, maxNodes: MAX_VISITED_NODES });
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
