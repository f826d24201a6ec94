import type { LightElement, LightNode } from '../tree/light-node';
import { detach, nextAfter, nextNode } from '../tree/walk';
import { isInlined } from './base-url';

/** Replaces an image that was inlined in the page. */
export const REMOVED_IMAGE = '<Base64-Image-Removed>';

/**
 * Base64 has no white space, quotes or parentheses, so the text around it (a srcset, a style) goes on right after it.
 */
const BASE64_IMAGE = /data:image\/[\w.+-]{1,60}(?:;[\w.=-]{1,60}){0,5};base64,[^\s"'()<>]*/gi;

/** Characters. What is inlined to be shown while a picture loads is shorter. */
const MAX_PLACEHOLDER = 3000;
/** Levels that images are wrapped in, and nodes of such a wrapper. */
const MAX_LEVELS = 3;
const MAX_LOOKED_AT = 12;

/** Removes the inlined images of the page; their alternative text stays. Of a picture and what keeps its place one is left. */
export function removeInlinedImages(root: LightElement): void {
  let element = root.firstChild;
  while (element !== null) {
    if (element.nodeType !== 3 && element.localName === 'img' && isStopgap(element)) {
      const following: LightNode | null = nextAfter(element, root);
      detach(element);
      element = following;
      continue;
    }
    if (element.nodeType !== 3) removeFrom(element);
    element = nextNode(element, root);
  }
}

/** Whether it shows nothing, or the image that it keeps the place of stands in the same box, with nothing to read there. */
function isStopgap(image: LightElement): boolean {
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

/** Characters. */
const MAX_SPACER = 400;
const DRAWN = /<(?:circle|ellipse|g|image|line|path|poly\w+|text|use)\b/i;

/** A drawing of a size and nothing in it but a colour, or a dot. */
export function isInlinedSpacer(source: string): boolean {
  if (source.length >= MAX_SPACER) return false;
  if (/^\s*data:image\/gif/i.test(source)) return true;
  const drawing = readDrawing(source);
  return drawing !== undefined && !DRAWN.test(drawing);
}

/** The text of an inlined drawing; its brackets are those of markup. */
function readDrawing(source: string): string | undefined {
  const [, encoding, data = ''] = /^\s*data:image\/svg[^,;]*((?:;[^,;]*)*),(.*)$/is.exec(source) ?? [];
  if (encoding === undefined) return undefined;
  return /;base64$/i.test(encoding) ? Buffer.from(data, 'base64').toString('latin1') : data.replace(/%3c/gi, '<');
}

/** Images whose inlined source was removed, of letters: no more than what they stand for. */
const removedSigns = new WeakSet<LightElement>();
const LETTERS = /<text\b/i;

/** Whether an image whose source was removed was drawn of letters: the initial of a name, an emoji. */
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
