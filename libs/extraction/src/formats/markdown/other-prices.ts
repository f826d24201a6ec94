import { classesOf } from '../../tree/classes-of';
import type { LightElement } from '../../tree/light-node';

const PART = /(?:^|\s)price__(regular|sale|badge-sale|badge-sold-out)(?:\s|$)/;
const PRICE = /(?:^|\s)price(?:\s|$)/;
const CONTAINER = 'price__container';
const COUNTERPART = new Map([
  ['regular', 'price__sale'],
  ['sale', 'price__regular'],
]);
/** By part: the state of its price in which it is shown, or is not. */
const SHOWN = new Map([
  ['regular', { state: 'price--on-sale', isShownIn: false }],
  ['sale', { state: 'price--on-sale', isShownIn: true }],
  ['badge-sale', { state: 'price--on-sale', isShownIn: true }],
  ['badge-sold-out', { state: 'price--sold-out', isShownIn: true }],
]);
/** Children of a price that are looked at. */
const MAX_CHILDREN = 20;

/**
 * Whether `element` is a part of a price that is shown in another state of it. The themes of the largest shop system
 * write what a product costs, what it costs on sale and that it is sold out side by side, and leave it to styles which
 * is seen: `<div class="price price--on-sale"><div class=price__container><div class=price__regular>…</div><div
 * class=price__sale>…`. Others call parts alike, but have no container or one part alone.
 */
export function isOtherPrice(element: LightElement): boolean {
  const part = PART.exec(classesOf(element))?.[1];
  const shown = part === undefined ? undefined : SHOWN.get(part);
  if (part === undefined || shown === undefined) return false;
  const counterpart = COUNTERPART.get(part);
  const around = element.parentNode;
  const price = counterpart === undefined ? around : around?.parentNode;
  if (around == null || price == null || !PRICE.test(classesOf(price))) return false;
  const isOfTheme =
    counterpart === undefined ? hasChild(price, CONTAINER) : has(around, CONTAINER) && hasChild(around, counterpart);
  return isOfTheme && has(price, shown.state) !== shown.isShownIn;
}

function has(element: LightElement, name: string): boolean {
  return classesOf(element).split(/\s+/).includes(name);
}

function hasChild(parent: LightElement, name: string): boolean {
  let child = parent.firstChild;
  for (let count = 0; count < MAX_CHILDREN && child !== null; count++, child = child.nextSibling)
    if (child.nodeType !== 3 && has(child, name)) return true;
  return false;
}
