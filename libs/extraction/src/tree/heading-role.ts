import type { LightElement } from './light-node';

const BOX = /^(?:div|p|[a-z]+-.+)$/;
/** Elements without headings in them. */
const LINES = new Set('a button dd dt h1 h2 h3 h4 h5 h6 label li summary td th'.split(' '));
const MAX_LEVELS = 32;

/** The level of `<div role=heading aria-level=2>`; 0 for other elements. */
export function levelByRole(element: LightElement): number {
  if (element.getAttribute('role') !== 'heading' || !BOX.test(element.localName)) return 0;
  const level = /^\s*([1-6])\s*$/.exec(element.getAttribute('aria-level') ?? '')?.[1];
  if (level === undefined) return 0;
  let around = element.parentNode;
  for (let count = 0; count < MAX_LEVELS && around !== null; count++, around = around.parentNode)
    if (LINES.has(around.localName)) return 0;
  return Number(level);
}
