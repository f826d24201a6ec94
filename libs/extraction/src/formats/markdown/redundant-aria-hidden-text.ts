import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';

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
    const beside = elementBeside(element, side);
    return (
      beside !== undefined && !isAriaHidden(beside) && containsNumber(textOfLine(beside, MAX_PHRASE_LENGTH), number)
    );
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

function elementBeside(element: LightElement, side: 'nextSibling' | 'previousSibling'): LightElement | undefined {
  let beside: LightNode | null = element[side];
  while (beside !== null && beside.nodeType === 3 && beside.data.trim() === '') beside = beside[side];
  return beside === null || beside.nodeType === 3 ? undefined : beside;
}

/** The text of an element without links and images, up to `maxLength`. */
function textOfLine(root: LightElement, maxLength: number): string | undefined {
  let text = '';
  let visited = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (++visited > MAX_VISITED_NODES || text.length > maxLength) return undefined;
    if (node.nodeType === 3) text += node.data;
    else if (node.nodeName === 'IMG' || node.nodeName === 'A') return undefined;
  }
  return text.length > maxLength ? undefined : text.trim();
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
