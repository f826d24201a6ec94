import type { LightElement } from '../tree/light-node';
import { contentBeside, textOf } from '../tree/walk';

const MAX_LENGTH = 100;

/**
 * Whether screen-reader text repeats the adjacent price: `<del aria-hidden=true>$30.00</del>
 * <span class=screen-reader-text>Original price was: $30.00.</span>`.
 */
export function isWooCommercePriceNote(span: LightElement): boolean {
  if (!/(?:^|\s)screen-reader-text(?:\s|$)/.test(span.getAttribute('class') ?? '')) return false;
  const price = contentBeside(span, 'previousSibling');
  if (price === null || price.nodeType === 3 || !/^(?:del|ins)$/.test(price.localName)) return false;
  if (price.getAttribute('aria-hidden') !== 'true') return false;
  const [note, amount] = [textOf(span), textOf(price).trim()];
  return amount !== '' && note.length <= MAX_LENGTH && note.includes(amount);
}
