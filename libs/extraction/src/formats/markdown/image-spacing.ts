import { isVisuallyHidden } from '../../tree/hidden-by-class';
import { type LightElement, LightText } from '../../tree/light-node';
import { nodeBeside, type Side } from './node-beside';

/** A letter of a script with spaces between words; in others an image may represent a rare character. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]$/u;
/** Longest description of an image that may be part of a word. */
const MAX_INITIAL_LENGTH = 3;
const STARTS_WORD = /^\p{Lu}\p{Ll}/u;
/** Elements between a link and its image. */
const MAX_LEVELS = 3;

/** Inserts spaces between an image and adjacent letters, unless it may be a letter of the word: an initial, a sign. */
export function separateImage(image: LightElement): void {
  const description = image.getAttribute('alt')?.trim();
  const mayBeLetter = description !== undefined && isShort(description);
  if (mayBeLetter && [...description].length === 1) return;
  const box = linkAround(image);
  for (const side of ['previousSibling', 'nextSibling'] as const) {
    if (!isTextBeside(box, side) || (mayBeLetter && isAttached(box, side, description === ''))) continue;
    box.parentNode?.insertBefore(new LightText(' '), side === 'nextSibling' ? box.nextSibling : box);
  }
}

/** The link whose only content is `image`, or the image itself. */
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
  return description.length <= 2 * MAX_INITIAL_LENGTH && [...description].length <= MAX_INITIAL_LENGTH;
}

/** Whether a text of the same parent is adjacent. A capitalised word after an image without a description is separate. */
function isAttached(image: LightElement, side: Side, isBlank: boolean): boolean {
  const beside = image[side];
  if (beside?.nodeType !== 3) return false;
  return !(isBlank && side === 'nextSibling' && STARTS_WORD.test(beside.data.slice(0, 4)));
}

function isTextBeside(box: LightElement, side: Side): boolean {
  const beside = nodeBeside(box, side);
  if (beside?.nodeType !== 3) return false;
  const character = side === 'nextSibling' ? beside.data.slice(0, 1) : beside.data.slice(-1);
  return (
    LETTER.test(character) ||
    (/\S/.test(character) && beside.parentNode !== null && isVisuallyHidden(beside.parentNode))
  );
}
