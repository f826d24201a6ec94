import type { LightElement } from './light-node';

/** What holds no text that anybody reads. */
export const UNREAD = new Set(
  (
    'script style template noscript svg head iframe canvas object embed audio video track select datalist textarea ' +
    'map link meta title base param applet'
  ).split(' '),
);

/** A script that holds a formula for those who set it; it is read as one. */
export function isFormulaScript(element: LightElement): boolean {
  return element.localName === 'script' && /^math\/(?:la)?tex\b/i.test(element.getAttribute('type') ?? '');
}
