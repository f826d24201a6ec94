import type { LightElement } from '../tree/light-node';
import { classesOf } from '../tree/walk';

const FOLD = /(?:^|\s)bbCodeBlock-(?:expand|shrink)Link(?:\s|$)/;

/** Whether `element` is the "Click to expand..." or "Click to shrink..." control of a long quotation. */
export function isXenForoFold(element: LightElement): boolean {
  return FOLD.test(classesOf(element));
}
