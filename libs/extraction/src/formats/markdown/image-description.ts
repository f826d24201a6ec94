import { decodeHTML } from 'entities/decode';

/** What a template writes where it has nothing to say. */
const NOTHING = /^(?:null|undefined|NaN|\[object Object\])$/;
const ENTITY = /&(?:amp|quot|apos|lt|gt|nbsp|#\d{2,5}|#x[\da-f]{2,5});/i;

/** The text for an image, of which some sites escape the signs twice: `Salt &amp;amp; Pepper`. */
export function describeImage(alt: string): string {
  if (NOTHING.test(alt)) return '';
  return ENTITY.test(alt) ? decodeHTML(alt) : alt;
}
