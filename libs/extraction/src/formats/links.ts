import type { Addresses } from '../page/addresses';
import { readHyperlink } from '../page/hyperlink';
import { UniqueUrls } from '../page/unique-urls';
import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';

/**
 * The links of the selected part: absolute, unique, in order. `mailto:` counts; a jump within the page does not. Call
 * it before the addresses in the tree are made absolute.
 */
export function collectLinks(root: LightElement, addresses: Addresses, warnings: string[]): string[] {
  const links = new UniqueUrls();
  for (const element of elementsOf(root)) {
    const reference = readHyperlink(element);
    if (reference === undefined || reference.startsWith('#')) continue;
    const url = addresses.resolve(reference);
    if (url !== undefined && /^(?:https?|mailto):/.test(url)) links.add(url);
  }
  if (links.isCut) warnings.push('The page has too many links; some were left out.');
  return links.toArray();
}
