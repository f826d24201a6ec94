import type { LightElement } from '../tree/light-node';
import type { ParsedPage } from '../tree/parse-html';
import { elementsOf, textOf } from '../tree/walk';

/** Characters of scripts; those that fill a placeholder are short. */
const MAX_SCRIPT_CHARS = 64 * 1024;

const MAX_PLACES = 20;

const WRITES = /\.(?:innerHTML|innerText|textContent|insertAdjacent(?:HTML|Text)|append|appendChild|replaceChildren)\b/;
/** Writes the whole body. `append` mostly adds another script. */
const WRITES_PAGE =
  /\bdocument\.body\.(?:(?:innerHTML|innerText|textContent)\s{0,9}\+?=(?!=)|insertAdjacent(?:HTML|Text)\b)/;
const QUOTED_NAME = /["'`]#?([\w:.-]{1,100})["'`]/g;

export function isExecutable(element: LightElement): boolean {
  if (element.localName !== 'script') return false;
  const type = (element.getAttribute('type') ?? '').trim().toLowerCase();
  return /^(?:$|module$|(?:text|application)\/(?:java|ecma)script)/.test(type);
}

/** Whether an inline script writes into the body, or names the id of an element that satisfies `isVacant`. */
export function isFilledByScript(page: ParsedPage, isVacant: (element: LightElement) => boolean): boolean {
  const names = new Set<string>();
  let left = MAX_SCRIPT_CHARS;
  for (const element of elementsOf(page.root)) {
    if (left <= 0) break;
    if (!isExecutable(element)) continue;
    const script = textOf(element).slice(0, left);
    left -= script.length;
    if (WRITES_PAGE.test(script)) return true;
    if (!WRITES.test(script)) continue;
    for (const [, name] of script.matchAll(QUOTED_NAME)) names.add(name as string);
  }
  if (names.size === 0) return false;
  let looked = 0;
  for (const element of elementsOf(page.body)) {
    const id = element.getAttribute('id');
    if (id === null || !names.has(id)) continue;
    if (++looked > MAX_PLACES) return false;
    if (isVacant(element)) return true;
  }
  return false;
}
