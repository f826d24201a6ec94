import type { LightElement } from './light-node';

/** Elements whose text is not read. */
export const UNREAD = new Set(
  (
    'script style template noscript svg head iframe canvas object embed audio video track select datalist textarea ' +
    'map link meta title base param applet'
  ).split(' '),
);

/** A script that contains a TeX formula (MathJax 2). */
export function isFormulaScript(element: LightElement): boolean {
  return element.localName === 'script' && /^math\/(?:la)?tex\b/i.test(element.getAttribute('type') ?? '');
}
