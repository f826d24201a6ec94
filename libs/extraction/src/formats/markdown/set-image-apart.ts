import { type LightElement, LightText } from '../../tree/light-node';
import { nodeBeside, type Side } from './node-beside';

/** Not of scripts that put no space between words: there an image may stand for a rare character. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]$/u;

/** Characters of a description that can stand for a part of a word. */
const MOST_IN_WORD = 3;
const STARTS_WORD = /^\p{Lu}\p{Ll}/u;

/**
 * An image in a line with the text is a picture beside it, and its address is no part of the word: `<img>Reset the view`.
 * One that stands for a few characters, or that is to be passed over in reading, may be one of them where it is glued to
 * a letter: an initial, a sign, a formula.
 */
export function setImageApart(image: LightElement): void {
  const description = image.getAttribute('alt')?.trim();
  const inWord = description !== undefined && isShort(description);
  if (inWord && [...description].length === 1) return;
  for (const side of ['previousSibling', 'nextSibling'] as const) {
    if (!isLetterBeside(image, side) || (inWord && isGlued(image, side, description === ''))) continue;
    image.parentNode?.insertBefore(new LightText(' '), side === 'nextSibling' ? image.nextSibling : image);
  }
}

function isShort(description: string): boolean {
  return description.length <= 2 * MOST_IN_WORD && [...description].length <= MOST_IN_WORD;
}

/** To a text of the same parent. A new word behind an image without description is none that it begins. */
function isGlued(image: LightElement, side: Side, isBlank: boolean): boolean {
  const beside = image[side];
  if (beside?.nodeType !== 3) return false;
  return !(isBlank && side === 'nextSibling' && STARTS_WORD.test(beside.data.slice(0, 4)));
}

function isLetterBeside(image: LightElement, side: Side): boolean {
  const beside = nodeBeside(image, side);
  if (beside?.nodeType !== 3) return false;
  return LETTER.test(side === 'nextSibling' ? beside.data.slice(0, 1) : beside.data.slice(-1));
}
