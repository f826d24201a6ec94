import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';
import { resolveUrl } from './base-url';
import { largestCandidate } from './srcset';

const URL_ATTRIBUTES: ReadonlyMap<string, string[]> = new Map([
  ['a', ['href']],
  ['area', ['href']],
  ['img', ['src']],
  ['iframe', ['src']],
  ['embed', ['src']],
  ['source', ['src']],
  ['audio', ['src']],
  ['video', ['src', 'poster']],
  ['track', ['src']],
  ['form', ['action']],
]);

/** Attributes in which scripts that load images late keep the real address. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-srcset', 'data-lazy-srcset'];

/** Makes the addresses in the tree absolute. An image gets the largest candidate of its srcset, or what a script would load. */
export function makeUrlsAbsolute(root: LightElement, baseUrl: string): void {
  for (const element of elementsOf(root)) {
    const names = URL_ATTRIBUTES.get(element.localName);
    if (names === undefined) continue;
    if (element.localName === 'img') chooseSource(element);
    for (const name of names) {
      const value = element.getAttribute(name);
      if (value === null || value === '') continue;
      element.attributes[name] = resolveUrl(value, baseUrl) ?? value;
    }
  }
}

function chooseSource(image: LightElement): void {
  const largest = largestCandidate(image.getAttribute('srcset') ?? '');
  if (largest !== undefined && !largest.startsWith('data:')) {
    image.attributes.src = largest;
    return;
  }
  const source = image.getAttribute('src') ?? '';
  if (source !== '' && !source.startsWith('data:')) return;
  for (const name of LAZY_SOURCES) {
    const value = image.getAttribute(name) ?? '';
    const lazy = name.endsWith('srcset') ? largestCandidate(value) : value.trim();
    if (lazy !== undefined && lazy !== '' && !lazy.startsWith('data:')) {
      image.attributes.src = lazy;
      return;
    }
  }
}
