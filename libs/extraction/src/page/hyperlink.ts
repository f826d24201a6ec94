import type { LightElement } from '../tree/light-node';
import { trimAddress } from './base-url';

/**
 * Where a click on the element itself leads, as it is written: of links, of areas of a map, and of the links in
 * drawings. Undefined for everything else, and for a link to the page that it stands in.
 */
export function readHyperlink(element: LightElement): string | undefined {
  if (element.localName !== 'a' && element.localName !== 'area') return undefined;
  const href = trimAddress(element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '');
  return href === '' ? undefined : href;
}
