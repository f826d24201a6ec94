import type { LightElement } from './light-node';

const MAX_CLASSES = 300;

/** The class attribute, cut to a reasonable length; empty if absent. */
export function classesOf(element: LightElement): string {
  return element.getAttribute('class')?.slice(0, MAX_CLASSES) ?? '';
}
