import type { LightElement, LightNode } from '../tree/light-node';
import { detach, nextAfter, nextNode } from '../tree/walk';
import { isInlined } from './base-url';

/** Replaces an image that was inlined in the page. */
export const REMOVED_IMAGE = '<Base64-Image-Removed>';

/** Base64 has no white space, quotes or parentheses, which end it in a srcset or style. */
const BASE64_IMAGE = /data:image\/[\w.+-]{1,60}(?:;[\w.=-]{1,60}){0,5};base64,[^\s"'()<>]*/gi;

/** Characters of an inlined placeholder. */
const MAX_PLACEHOLDER = 3000;
/** Wrappers of an image, and nodes of each. */
const MAX_LEVELS = 3;
const MAX_LOOKED_AT = 12;

/** Removes inlined images but keeps their alternative texts. Removes placeholders next to their image. */
export function removeInlinedImages(root: LightElement): void {
  let element = root.firstChild;
  while (element !== null) {
    if (element.nodeType !== 3 && element.localName === 'img' && isPlaceholder(element)) {
      const following: LightNode | null = nextAfter(element, root);
      detach(element);
      element = following;
      continue;
    }
    if (element.nodeType !== 3) removeFrom(element);
    element = nextNode(element, root);
  }
}

/** Whether an inlined image is a spacer, or a placeholder in a wrapper that contains the real image and no text. */
function isPlaceholder(image: LightElement): boolean {
  const source = image.getAttribute('src') ?? '';
  if (source.length > MAX_PLACEHOLDER || !isInlined(source.trim())) return false;
  const alt = image.getAttribute('alt')?.trim() ?? '';
  if (isInlinedSpacer(source) && alt === '' && (image.getAttribute('title') ?? '').trim() === '') return true;
  let box = image.parentNode;
  for (let level = 0; level < MAX_LEVELS && box !== null; level++) {
    let looked = 0;
    for (let node: LightNode | null = box.firstChild; node !== null; node = nextNode(node, box)) {
      if (++looked > MAX_LOOKED_AT || (node.nodeType === 3 && node.data.trim() !== '')) return false;
      if (node.nodeType === 3 || node.localName !== 'img' || node === image) continue;
      const other = node.getAttribute('src') ?? '';
      const isPicture = other !== '' && !isInlined(other.trim()) && other !== REMOVED_IMAGE;
      if ((isPicture || isInlinedSpacer(source)) && (alt === '' || alt === node.getAttribute('alt')?.trim()))
        return true;
    }
    box = box.parentNode;
  }
  return false;
}

const MAX_SPACER = 400;
const DRAWN = /<(?:circle|ellipse|g|image|line|path|poly\w+|text|use)\b/i;

/** A GIF, or an SVG without shapes other than a rectangle. */
export function isInlinedSpacer(source: string): boolean {
  if (source.length >= MAX_SPACER) return false;
  if (/^\s*data:image\/gif/i.test(source)) return true;
  const drawing = readDrawing(source);
  return drawing !== undefined && !DRAWN.test(drawing);
}

function readDrawing(source: string): string | undefined {
  const [, encoding, data = ''] = /^\s*data:image\/svg[^,;]*((?:;[^,;]*)*),(.*)$/is.exec(source) ?? [];
  if (encoding === undefined) return undefined;
  return /;base64$/i.test(encoding) ? Buffer.from(data, 'base64').toString('latin1') : data.replace(/%3c/gi, '<');
}

/** Removed SVGs of letters. */
const removedSigns = new WeakSet<LightElement>();
const LETTERS = /<text\b/i;

/** Whether a removed image was an SVG of letters: an initial, an emoji. */
export function isRemovedSign(image: LightElement): boolean {
  return removedSigns.has(image);
}

function removeFrom(element: LightElement): void {
  for (const [name, value] of element.attributes) {
    if (!value.includes('data:') && !isInlined(value)) continue;
    const isSource = element.localName === 'img' && name === 'src' && isInlined(value.trim());
    if (isSource && value.length <= MAX_PLACEHOLDER && LETTERS.test(readDrawing(value) ?? ''))
      removedSigns.add(element);
    element.setAttribute(name, isSource ? REMOVED_IMAGE : value.replace(BASE64_IMAGE, REMOVED_IMAGE));
  }
}
