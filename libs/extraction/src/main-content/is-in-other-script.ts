import { isLetter } from './characters';
import type { TextBlock } from './text-blocks';

/** Share of letters outside Latin, and characters that are inspected. */
const OTHER_LETTERS = 0.5;
const LOOKED_AT = 2000;
/** The end of Latin Extended-B. */
const LAST_LATIN = 0x24f;

/**
 * Whether most letters are outside Latin script, which all real training pages have; the model is unsure of such text.
 * `kept`, by block: 1 is inspected; by default all are.
 */
export function isInOtherScript(blocks: readonly TextBlock[], kept?: Uint8Array): boolean {
  let letters = 0;
  let others = 0;
  let left = LOOKED_AT;
  for (let index = 0; index < blocks.length && left > 0; index++) {
    if (kept?.[index] === 0) continue;
    const { text } = blocks[index] as TextBlock;
    const end = Math.min(text.length, left);
    left -= end;
    for (let at = 0; at < end; at++) {
      const code = text.charCodeAt(at);
      if (!isLetter(code)) continue;
      letters++;
      if (code > LAST_LATIN) others++;
    }
  }
  return others > OTHER_LETTERS * letters;
}
