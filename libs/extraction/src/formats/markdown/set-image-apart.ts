import { type LightElement, LightText } from '../../tree/light-node';
import { isVisuallyHidden } from '../../tree/visually-hidden';
import { nodeBeside, type Side } from './node-beside';

/** Not of scripts that put no space between words: there an image may stand for a rare character. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]$/u;

/** Characters of a description that can stand for a part of a word. */
const MOST_IN_WORD = 3;
const STARTS_WORD = /^\p{Lu}\p{Ll}/u;
/** Elements between a link and its image. */
const MAX_LEVELS = 3;

/**
 * An image in a line with the text is a picture beside it, and its address is no part of the word: `<img>Reset the view`.
 * One that stands for a few characters, or that is to be passed over in reading, may be one of them where it is glued to
 * a letter: an initial, a sign, a formula.
 */
export function setImageApart(image: LightElement): void {
  const description = image.getAttribute('alt')?.trim();
  const inWord = description !== undefined && isShort(description);
  if (inWord && [...description].length === 1) return;
  const box = linkAround(image);
  for (const side of ['previousSibling', 'nextSibling'] as const) {
    if (!isTextBeside(box, side) || (inWord && isGlued(box, side, description === ''))) continue;
    box.parentNode?.insertBefore(new LightText(' '), side === 'nextSibling' ? box.nextSibling : box);
  }
}

/** The link that holds nothing but `image`, or the image itself. */
function linkAround(image: LightElement): LightElement {
  let box = image;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const parent = box.parentNode;
    if (parent === null || box.previousSibling !== null || box.nextSibling !== null) return image;
    if (parent.nodeName === 'A') return parent;
    box = parent;
  }
  return image;
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

/** What those hear who do not see a page is no part of the picture, whatever it ends in. */
function isTextBeside(box: LightElement, side: Side): boolean {
  const beside = nodeBeside(box, side);
  if (beside?.nodeType !== 3) return false;
  const character = side === 'nextSibling' ? beside.data.slice(0, 1) : beside.data.slice(-1);
  return (
    LETTER.test(character) ||
    (/\S/.test(character) && beside.parentNode !== null && isVisuallyHidden(beside.parentNode))
  );
}
