import { type LightElement, LightText } from '../../tree/light-node';
import { nodeBeside, type Side } from './node-beside';

/** Not of scripts that put no space between words: there an image may stand for a rare character. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]$/u;

/**
 * An image in a line with the text is a picture beside it, and its address is no part of the word: `<img>Reset the view`.
 * One that stands for a single character is: an initial, a sign.
 */
export function setImageApart(image: LightElement): void {
  if (image.getAttribute('alt')?.trim().length === 1) return;
  if (isLetterBeside(image, 'previousSibling')) image.parentNode?.insertBefore(new LightText(' '), image);
  if (isLetterBeside(image, 'nextSibling')) image.parentNode?.insertBefore(new LightText(' '), image.nextSibling);
}

function isLetterBeside(image: LightElement, side: Side): boolean {
  const beside = nodeBeside(image, side);
  if (beside?.nodeType !== 3) return false;
  return LETTER.test(side === 'nextSibling' ? beside.data.slice(0, 1) : beside.data.slice(-1));
}
