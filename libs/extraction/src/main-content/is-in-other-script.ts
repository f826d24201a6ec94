import { isLetter } from './characters';
import type { TextBlock } from './text-blocks';

/** Share of letters outside Latin, and characters that are inspected. */
const OTHER_LETTERS = 0.5;
const LOOKED_AT = 2000;
/** The end of Latin Extended-B. */
const LAST_LATIN = 0x24f;

/** Whether most letters are outside Latin script, the script of all real training pages; the model is unsure of others. */
export function isInOtherScript(blocks: readonly TextBlock[]): boolean {
  let letters = 0;
  let others = 0;
  let left = LOOKED_AT;
  for (const { text } of blocks) {
    if (left === 0) break;
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
