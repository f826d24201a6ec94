import { isHidden } from '../tree/hidden-by-markup';
import { type LightElement, type LightNode } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { detach, nextElement, nextNode, previousElement } from '../tree/walk';
import { MAX_URL_LENGTH } from './base-url';
import { candidateUrls, largestCandidate } from './srcset';

/** Attributes with the real URL of lazy images. */
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'nitro-lazy-srcset', 'data-delay-srcset'];
const LAZY_SOURCES = [
  ...['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'nitro-lazy-src', 'data-lazyload', 'data-delay-src'],
  ...['data-delayed-url', 'data-wpfc-original-src', 'data-litespeed-src', 'lazy-src'],
];

const BLANK_FILE =
  /(?:^|[/_.-])(?:blank|cleardot|spacer|place[-_]?holder|pixel|transparent|loading|loader|lazy|lazyload|1x1|empty|dummy)(?:[_.-][^/]*)?\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i;
const LAZY_CLASS = /(?:^|\s)(?:lazy|lazyload|lazy-load|lazy-image|b-lazy|lozad|js-lazy)(?:$|\s)/i;

/** Gives lazy images the URL that a script would load. Call it before `noscript` elements are removed. */
export function showLazyImages(root: LightElement): void {
  const fallbacks: LightElement[] = [];
  for (const element of elementsNamed(root, 'img', 'noscript')) {
    if (element.localName === 'img') showImage(element);
    else if (element.localName === 'noscript') fallbacks.push(element);
  }
  for (const noscript of fallbacks) showFallback(noscript);
}

function showImage(image: LightElement): void {
  if (!isWaiting(image)) return;
  const source = lazySource(image) ?? sourceOfPicture(image);
  if (source === undefined) return;
  image.setAttribute('src', source);
  // The placeholder's srcset would take precedence.
  image.removeAttribute('srcset');
}

function isWaiting(image: LightElement): boolean {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (isPlaceholder(source)) return isPlaceholder(largestCandidate(image.getAttribute('srcset') ?? '') ?? '');
  return LAZY_CLASS.test(image.getAttribute('class') ?? '');
}

function isPlaceholder(source: string): boolean {
  if (source === '' || /^(?:data|about|javascript):|^#/i.test(source)) return true;
  return BLANK_FILE.test(source.slice(-200));
}

/** The URL that a script would load, as written. */
function lazySource(element: LightElement): string | undefined {
  for (const name of LAZY_SETS) {
    const source = largestCandidate(element.getAttribute(name) ?? '');
    if (source !== undefined && isAddress(source)) return source;
  }
  return LAZY_SOURCES.map((name) => element.getAttribute(name)?.trim() ?? '').find(isAddress);
}

/** All URLs that scripts would load, as written: single `sources`, and `sets` of several sizes. */
export function lazyAddresses(element: LightElement): { sources: string[]; sets: string[] } {
  const read = (name: string) => element.getAttribute(name)?.trim() ?? '';
  return {
    sources: LAZY_SOURCES.map(read).filter(isAddress),
    sets: LAZY_SETS.flatMap((name) => candidateUrls(read(name)).filter(isAddress)),
  };
}

/** Not a placeholder, a template (`pic_{width}x.jpg`) or other data of a script. */
function isAddress(source: string): boolean {
  return source.length <= MAX_URL_LENGTH && !isPlaceholder(source) && !/[{}<>\s]|^[\w-]*$/.test(source);
}

function sourceOfPicture(image: LightElement): string | undefined {
  if (image.parentNode?.localName !== 'picture') return undefined;
  let source = previousElement(image);
  let found: string | undefined;
  for (let count = 0; source !== null && count < MAX_SOURCES; count++) {
    const largest = largestCandidate(source.getAttribute('srcset') ?? '');
    found = largest !== undefined && isAddress(largest) ? largest : (lazySource(source) ?? found);
    source = previousElement(source);
  }
  return found;
}

const MAX_SOURCES = 20;

function showFallback(noscript: LightElement): void {
  const image = onlyImage(noscript);
  const parent = noscript.parentNode;
  if (image === undefined || parent === null || isHidden(image) || isPlaceholder(image.getAttribute('src') ?? ''))
    return;
  const waiting = [previousElement(noscript), nextElement(noscript)].map(onlyShown).find((beside) => beside);
  if (waiting !== undefined) {
    if (!isWaiting(waiting)) return;
    waiting.removeAttribute('srcset');
    for (const name of ['src', 'srcset']) {
      const value = image.getAttribute(name);
      if (value !== null) waiting.setAttribute(name, value);
    }
    return;
  }
  // Without a container it is a tracking pixel.
  if (parent.localName === 'body' || parent.localName === 'head' || parent.localName === 'html') return;
  detach(image);
  parent.insertBefore(image, noscript);
}

/** Nodes of a noscript. */
const MAX_LOOKED_AT = 10;

const AROUND_IMAGE = new Set('a div figure noscript p picture span'.split(' '));

function onlyShown(element: LightElement | null): LightElement | undefined {
  if (element === null || element.localName === 'noscript') return undefined;
  return element.localName === 'img' ? element : onlyImage(element);
}

function onlyImage(box: LightElement): LightElement | undefined {
  let image: LightElement | undefined;
  let looked = 0;
  for (let node: LightNode | null = box; node !== null; node = nextNode(node, box)) {
    if (++looked > MAX_LOOKED_AT) return undefined;
    if (node.nodeType === 3 ? node.data.trim() === '' : AROUND_IMAGE.has(node.localName) || node.localName === 'source')
      continue;
    if (node.nodeType === 3 || node.localName !== 'img' || image !== undefined) return undefined;
    image = node;
  }
  return image;
}

/** Placeholders of URLs; `<`: a removed inlined image. */
const NO_URL = /^(?:about:|blob:|data:|javascript:|<|#)/i;

/** The URL of a frame, a player or its source after scripts have run, as written; '' without. */
export function sourceOfFrame(element: LightElement): string {
  const source = element.getAttribute('src')?.trim() ?? '';
  if (source !== '' && !NO_URL.test(source)) return source;
  return lazySource(element) ?? '';
}
