import type { LightElement } from '../tree/light-node';
import { classesOf } from '../tree/walk';

const PART = /(?:^|\s)price__(regular|sale|badge-sale|badge-sold-out)(?:\s|$)/;
const PRICE = /(?:^|\s)price(?:\s|$)/;
const CONTAINER = 'price__container';
const COUNTERPARTS = new Map([
  ['regular', 'price__sale'],
  ['sale', 'price__regular'],
]);
/** For each part: the class of the price that shows or hides it. */
const STATES = new Map([
  ['regular', { state: 'price--on-sale', isShownIn: false }],
  ['sale', { state: 'price--on-sale', isShownIn: true }],
  ['badge-sale', { state: 'price--on-sale', isShownIn: true }],
  ['badge-sold-out', { state: 'price--sold-out', isShownIn: true }],
]);
const MAX_CHILDREN = 20;

/** Whether `element` is a part of a price that styles hide: the class of the price selects the visible parts. */
export function isHiddenShopifyPrice(element: LightElement): boolean {
  const part = PART.exec(classesOf(element))?.[1];
  const shown = part === undefined ? undefined : STATES.get(part);
  if (part === undefined || shown === undefined) return false;
  const counterpart = COUNTERPARTS.get(part);
  const around = element.parentNode;
  const price = counterpart === undefined ? around : around?.parentNode;
  if (around == null || price == null || !PRICE.test(classesOf(price))) return false;
  const isOfTheme =
    counterpart === undefined
      ? hasChild(price, CONTAINER)
      : hasClass(around, CONTAINER) && hasChild(around, counterpart);
  return isOfTheme && hasClass(price, shown.state) !== shown.isShownIn;
}

function hasClass(element: LightElement, name: string): boolean {
  return classesOf(element).split(/\s+/).includes(name);
}

function hasChild(parent: LightElement, name: string): boolean {
  let child = parent.firstChild;
  for (let count = 0; count < MAX_CHILDREN && child !== null; count++, child = child.nextSibling)
    if (child.nodeType !== 3 && hasClass(child, name)) return true;
  return false;
}
