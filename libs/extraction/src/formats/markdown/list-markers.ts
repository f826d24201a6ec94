import type { LightElement } from '../../tree/light-node';
import { previousElement } from '../../tree/walk';

/** What an item is written with: `- `, `* `, `3. ` or `3) `. */
const markers = new WeakMap<LightElement, string>();
const alternates = new WeakSet<LightElement>();

/** CommonMark takes numbers of up to nine digits. */
const MAX_ORDINAL = 999_999_999;

/** Numbers the items of a list. Two lists side by side would be read as one, so the second takes the other marker. */
export function markItems(list: LightElement): void {
  const before = previousElement(list);
  const isAlternate = before !== null && before.nodeName === list.nodeName && !alternates.has(before);
  if (isAlternate) alternates.add(list);
  let ordinal = toOrdinal(list.getAttribute('start')) ?? 1;
  for (let item = list.firstChild; item !== null; item = item.nextSibling) {
    if (item.nodeType === 3 || item.nodeName !== 'LI') continue;
    if (list.nodeName === 'UL') {
      markers.set(item, isAlternate ? '* ' : '- ');
    } else {
      ordinal = toOrdinal(item.getAttribute('value')) ?? ordinal;
      markers.set(item, `${Math.min(ordinal, MAX_ORDINAL)}${isAlternate ? ')' : '.'} `);
      ordinal++;
    }
  }
}

export function markerOf(item: LightElement): string {
  return markers.get(item) ?? '- ';
}

function toOrdinal(value: string | null): number | undefined {
  return value !== null && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}
