import type { LightElement } from '../tree/light-node';
import { classesOf } from '../tree/walk';

/** Whether `element` contains the links that edit a section: `== History == [edit]`. */
export function isMediaWikiEditSection(element: LightElement): boolean {
  return /(?:^|\s)mw-editsection(?:\s|$)/.test(classesOf(element));
}

/** Whether a link skips to a part of the page: `<a class=mw-jump-link href=#search>Jump to search</a>`. */
export function isMediaWikiJumpLink(link: LightElement): boolean {
  return /(?:^|\s)mw-jump-link(?:\s|$)/.test(classesOf(link));
}
