import { classesOf } from '../tree/classes-of';
import type { LightElement } from '../tree/light-node';

/** Whether `element` contains the links that edit a section: `== History == [edit]`. */
export function isMediaWikiEditSection(element: LightElement): boolean {
  return /(?:^|\s)mw-editsection(?:\s|$)/.test(classesOf(element));
}
