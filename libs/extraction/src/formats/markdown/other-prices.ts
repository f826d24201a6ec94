import type { LightElement } from '../../tree/light-node';

/** Levels from a part up to its price. */
const MAX_LEVELS = 5;
/** Characters of classes that are looked at. */
const MAX_CLASSES = 300;
const PART = /(?:^|\s)price__(regular|sale|badge-sale|badge-sold-out)(?:\s|$)/;
const PRICE = /(?:^|\s)price(?:\s|$)/;
/** By part: the state of its price in which it is shown, or is not. */
const SHOWN = new Map([
  ['regular', { state: 'price--on-sale', isShownIn: false }],
  ['sale', { state: 'price--on-sale', isShownIn: true }],
  ['badge-sale', { state: 'price--on-sale', isShownIn: true }],
  ['badge-sold-out', { state: 'price--sold-out', isShownIn: true }],
]);

/**
 * Whether `element` is a part of a price that is shown in another state of it. The themes of the largest shop system
 * write what a product costs, what it costs on sale and that it is sold out side by side, and leave it to styles which
 * is seen: `<div class="price price--on-sale"><div class=price__regular>…</div><div class=price__sale>…`.
 */
export function isOtherPrice(element: LightElement): boolean {
  const part = PART.exec(classesOf(element))?.[1];
  const shown = part === undefined ? undefined : SHOWN.get(part);
  if (shown === undefined) return false;
  let around = element.parentNode;
  for (let level = 0; level < MAX_LEVELS && around !== null; level++, around = around.parentNode) {
    const classes = classesOf(around);
    if (PRICE.test(classes)) return classes.split(/\s+/).includes(shown.state) !== shown.isShownIn;
  }
  return false;
}

function classesOf(element: LightElement): string {
  return element.getAttribute('class')?.slice(0, MAX_CLASSES) ?? '';
}
