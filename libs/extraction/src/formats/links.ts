import type { Addresses } from '../page/addresses';
import { readHyperlink } from '../page/outlinks';
import { UniqueUrls } from '../page/unique-urls';
import type { LightElement, LightNode } from '../tree/light-node';
import { nextAfter, nextNode } from '../tree/walk';

/**
 * The links outside of `landmarks`: absolute, unique, in document order. Includes `mailto:` URLs, excludes fragments of
 * the same page. Call it before the URLs in the tree are made absolute.
 */
export function collectLinks(
  root: LightElement,
  addresses: Addresses,
  warnings: string[],
  landmarks: ReadonlySet<LightElement> = new Set(),
): string[] {
  const links = new UniqueUrls();
  for (let node: LightNode | null = root.firstChild; node !== null; ) {
    if (node.nodeType === 3 || landmarks.has(node)) {
      node = nextAfter(node, root);
      continue;
    }
    const reference = readHyperlink(node);
    node = nextNode(node, root);
    if (reference === undefined || reference.startsWith('#')) continue;
    const url = addresses.resolve(reference);
    if (url !== undefined && /^(?:https?|mailto):/.test(url)) links.add(url);
  }
  if (links.isCut) warnings.push('The page has too many links; some were left out.');
  return links.toArray();
}
