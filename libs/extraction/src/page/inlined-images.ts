import type { LightElement } from '../tree/light-node';
import { nextNode } from '../tree/walk';
import { isInlined } from './base-url';

/** Replaces an image that was inlined in the page. */
export const REMOVED_IMAGE = '<Base64-Image-Removed>';

/**
 * Base64 has no white space, quotes or parentheses, so the text around it (a srcset, a style) goes on right after it.
 */
const BASE64_IMAGE = /data:image\/[\w.+-]{1,60}(?:;[\w.=-]{1,60}){0,5};base64,[^\s"'()<>]*/gi;

/** Removes the inlined images of the page; their alternative text stays. */
export function removeInlinedImages(root: LightElement): void {
  for (let element = root.firstChild; element !== null; element = nextNode(element, root)) {
    if (element.nodeType === 3) continue;
    for (const name in element.attributes) {
      const value = element.attributes[name] as string;
      if (!value.includes('data:') && !isInlined(value)) continue;
      const isSource = element.localName === 'img' && name === 'src' && isInlined(value.trim());
      element.attributes[name] = isSource ? REMOVED_IMAGE : value.replace(BASE64_IMAGE, REMOVED_IMAGE);
    }
  }
}
