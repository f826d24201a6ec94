import { resolveUrl } from '../page/base-url';
import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';

/**
 * The links of what the caller sees of the page: absolute, unique, in order. `mailto:` counts; a jump within the
 * page does not. To be asked before the addresses in the tree are made absolute.
 */
export function collectLinks(root: LightElement, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const element of elementsOf(root)) {
    if (element.localName !== 'a') continue;
    const href = element.getAttribute('href')?.trim() ?? '';
    if (href === '' || href.startsWith('#')) continue;
    const url = resolveUrl(href, baseUrl);
    if (url !== undefined && /^(?:https?|mailto):/.test(url)) links.add(url);
  }
  return [...links];
}
