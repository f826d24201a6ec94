import { isHidden } from '../tree/hidden-by-markup';
import { type LightElement, type LightNode } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { detach, nextElement, nextNode, previousElement } from '../tree/walk';
import { MAX_URL_LENGTH } from './base-url';
import { candidateUrls, largestCandidate } from './srcset';

/** Other names that scripts read addresses of pictures from. */
const LAZY_NAME = /^data-[\w-]{0,40}(?:src|image|img|original|lazy|url)[\w-]{0,20}$/;
const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|webp)(?:$|[?#])/i;

/** Attributes in which lazy-loading scripts keep the real address; sets come first, for the largest image. */
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'nitro-lazy-srcset', 'data-delay-srcset'];
const LAZY_SOURCES = [
  ...['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'nitro-lazy-src', 'data-lazyload', 'data-delay-src'],
  ...['data-delayed-url', 'data-wpfc-original-src', 'data-litespeed-src', 'lazy-src'],
];

const BLANK_FILE =
  /(?:^|[/_.-])(?:blank|cleardot|spacer|place[-_]?holder|pixel|transparent|loading|loader|lazy|lazyload|1x1|empty|dummy)(?:[_.-][^/]*)?\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i;
const WAITS = /(?:^|\s)(?:lazy|lazyload|lazy-load|lazy-image|b-lazy|lozad|js-lazy)(?:$|\s)/i;
const HAS_COME = /(?:^|\s)(?:lazyloaded|lazy-loaded|loaded|b-loaded|entered)(?:$|\s)/i;

/**
 * Gives every image that waits for a script the address that the script would load. An image waits when its source
 * is nothing to see (none, `data:`, a file called blank or spacer) or its class says so; a source that is a picture
 * is left as it is. Where no attribute holds the address, the image of a noscript element inside or beside does.
 * To be called before noscript elements are taken out of the tree.
 */
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
  // The placeholder's srcset would win over the source.
  image.removeAttribute('srcset');
}

function isWaiting(image: LightElement): boolean {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (isPlaceholder(source)) return isPlaceholder(largestCandidate(image.getAttribute('srcset') ?? '') ?? '');
  const classes = image.getAttribute('class') ?? '';
  return WAITS.test(classes) && !HAS_COME.test(classes);
}

function isPlaceholder(source: string): boolean {
  if (source === '' || /^(?:data|about|javascript):|^#/i.test(source)) return true;
  return BLANK_FILE.test(source.slice(-200));
}

/** The address that a script would give to an image or a frame, as written. */
export function lazySource(element: LightElement): string | undefined {
  for (const name of LAZY_SETS) {
    const source = largestCandidate(element.getAttribute(name) ?? '');
    if (source !== undefined && isAddress(source)) return source;
  }
  return LAZY_SOURCES.map((name) => element.getAttribute(name)?.trim() ?? '').find(isAddress) ?? otherSource(element);
}

/** What ends like the name of a picture, in an attribute of whatever name for it. */
function otherSource(image: LightElement): string | undefined {
  if (image.localName !== 'img') return undefined;
  for (const [name, value] of image.attributes) {
    if (!LAZY_NAME.test(name)) continue;
    const source = value.trim();
    if (isAddress(source) && PICTURE_FILE.test(source.slice(-200))) return source;
  }
  return undefined;
}

/**
 * Every address that scripts would give to an image or source, as written: `sources` one each, `sets` of several sizes.
 */
export function lazyAddresses(element: LightElement): { sources: string[]; sets: string[] } {
  const read = (name: string) => element.getAttribute(name)?.trim() ?? '';
  return {
    sources: LAZY_SOURCES.map(read).filter(isAddress),
    sets: LAZY_SETS.flatMap((name) => candidateUrls(read(name)).filter(isAddress)),
  };
}

/** Whether it is an address to load: not nothing, not a template (`pic_{width}x.jpg`), nor other script data. */
function isAddress(source: string): boolean {
  return source.length <= MAX_URL_LENGTH && !isPlaceholder(source) && !/[{}<>\s]|^[\w-]*$/.test(source);
}

/** What the sources before an image in its picture would show, when the image itself shows nothing. */
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

/** The image for visitors without scripts, when the element holds nothing else. */
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
  // An image of its own counts visitors; one in an element made for it is its picture.
  if (isCounter(image)) {
    detach(image);
    return;
  }
  if (parent.localName === 'body' || parent.localName === 'head' || parent.localName === 'html') return;
  detach(image);
  parent.insertBefore(image, noscript);
}

const NAMES_PICTURE =
  /\.(?:avif|gif|jpe?g|png|svg|webp)(?![a-z\d])|[/_.-](?:image|img|media|photo|picture|thumb|upload)/i;

/** What a counter is called, in a few words: `Google Analytics`. */
const NAMES_COUNTER = /(?:^|[^a-z])(?:analytics|comscore|counter|no[ -]?script|pixel|tracking)(?:$|[^a-z])/i;
const MAX_COUNTER_NAME = 40;
/** A server is asked for a picture of that size. */
const ASKS_SIZE = /[?&;](?:w|width|h|height|size)=/i;

/**
 * Whether an image without a size has an address that tells a server something, and names no picture: `/p?c1=2`. What
 * describes a picture is one.
 */
function isCounter(image: LightElement): boolean {
  const source = image.getAttribute('src') ?? '';
  if (!source.includes('?') || source.length > MAX_URL_LENGTH) return false;
  if (NAMES_PICTURE.test(source) || ASKS_SIZE.test(source)) return false;
  const alt = image.getAttribute('alt')?.trim() ?? '';
  if (alt !== '' && (alt.length > MAX_COUNTER_NAME || !NAMES_COUNTER.test(alt))) return false;
  return image.getAttribute('width') === null && image.getAttribute('srcset') === null;
}

/** How many elements of a noscript are checked. */
const MAX_LOOKED_AT = 10;

/** What holds a picture and nothing else. */
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

/** What stands in the place of an address until a script puts it there; `<`: an inlined image that was removed. */
const NO_ADDRESS = /^(?:about:|blob:|data:|javascript:|<|#)/i;
/** Where a frame, a player or its source leads once scripts have run, as written; empty: nowhere. */
export function sourceOfFrame(element: LightElement): string {
  const source = element.getAttribute('src')?.trim() ?? '';
  if (source !== '' && !NO_ADDRESS.test(source)) return source;
  return lazySource(element) ?? '';
}
