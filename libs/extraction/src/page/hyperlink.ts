import type { LightElement } from '../tree/light-node';
import { trimAddress } from './base-url';

/**
 * The address that a click on the element leads to, as written: of links, areas of a map, and links in drawings.
 * Undefined for other elements, and for a link to its own page.
 */
export function readHyperlink(element: LightElement): string | undefined {
  if (element.localName !== 'a' && element.localName !== 'area') return undefined;
  const href = trimAddress(element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '');
  return href === '' ? undefined : href;
}
