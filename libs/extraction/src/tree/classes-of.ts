import type { LightElement } from './light-node';

/** Characters. Real elements have fewer. */
const MAX_CLASSES = 300;

/** The classes of an element, as far as anybody writes them; empty without. */
export function classesOf(element: LightElement): string {
  return element.getAttribute('class')?.slice(0, MAX_CLASSES) ?? '';
}
