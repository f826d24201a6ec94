import type { TextBlock } from '../text-blocks';

/** Words that are left of a page; one with less of other text is about what would be taken out. */
const LEAST_LEFT = 30;

/**
 * Takes out what is kept inside, if that is no more than `mostShare` of all words that are kept, and something is left.
 * `inside` and `kept`, by block: 1 is.
 */
export function dropInside(blocks: readonly TextBlock[], inside: Uint8Array, kept: Uint8Array, mostShare = 1): void {
  let dropped = 0;
  let left = 0;
  blocks.forEach(({ words }, index) => {
    if (kept[index] === 0) return;
    if (inside[index] === 1) dropped += words;
    else left += words;
  });
  if (left < LEAST_LEFT || dropped > mostShare * (dropped + left)) return;
  inside.forEach((is, index) => {
    if (is === 1) kept[index] = 0;
  });
}
