import { ORIGINAL_TAG } from '../tree/frames';
import type { LightElement } from '../tree/light-node';
import { nextNode } from '../tree/walk';
import type { Addresses } from './addresses';
import { isInlined } from './base-url';
import { sourceOfFrame } from './lazy-images';
import { largestCandidate, mapCandidates } from './srcset';

const URL_ATTRIBUTES: ReadonlyMap<string, string[]> = new Map([
  ['a', ['href']],
  ['area', ['href']],
  ['img', ['src', 'srcset']],
  ['embed', ['src']],
  ['object', ['data']],
  ['source', ['src', 'srcset']],
  ['audio', ['src']],
  ['video', ['src', 'poster']],
  ['track', ['src']],
  ['form', ['action']],
]);
const OF_FRAMES = ['src'];
/** Elements other than frames that scripts load on demand. */
const LATE = new Set(['embed', 'source', 'video']);

/** Characters. A long base URL times 100,000 links would be hundreds of megabytes. */
const MAX_GROWTH = 6 * 1024 * 1024;

/** Makes the URLs in the tree absolute, and sets the sources that browsers and scripts would choose. */
export function makeUrlsAbsolute(root: LightElement, addresses: Addresses, warnings: string[]): void {
  let growth = 0;
  for (let element = root.firstChild; element !== null; element = nextNode(element, root)) {
    if (element.nodeType === 3) continue;
    const names = element.getAttribute(ORIGINAL_TAG) === null ? URL_ATTRIBUTES.get(element.localName) : OF_FRAMES;
    if (names === undefined) continue;
    if (element.localName === 'img') chooseLargest(element);
    else if (names === OF_FRAMES || LATE.has(element.localName)) chooseLate(element);
    for (const name of names) {
      const value = element.getAttribute(name);
      if (value === null || value === '') continue;
      const url = name === 'srcset' ? resolveSet(value, addresses) : (addresses.resolve(value) ?? value);
      growth += url.length - value.length;
      if (growth > MAX_GROWTH) {
        warnings.push('The page has too many links; those at its end were not made absolute.');
        return;
      }
      element.setAttribute(name, url);
    }
  }
}

/** Leaves data URIs and removed images as they are. */
function resolveSet(srcset: string, addresses: Addresses): string {
  return mapCandidates(srcset, (url) => (isInlined(url) ? url : (addresses.resolve(url) ?? url)));
}

function chooseLate(element: LightElement): void {
  // The image of a picture has the largest source.
  if (element.localName === 'source' && element.parentNode?.localName !== 'video') return;
  const source = sourceOfFrame(element);
  if (source !== '') element.setAttribute('src', source);
}

function chooseLargest(image: LightElement): void {
  const largest = largestCandidate(image.getAttribute('srcset') ?? '');
  if (largest !== undefined && !isInlined(largest)) image.setAttribute('src', largest);
}
