import { isInOtherScript } from '../is-in-other-script';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { fieldsOf, keptShare } from './fields-of';

/** Share of a field that must be kept for the rest to be; of short texts that the page has several times, more. */
const MOST = 0.5;
const MOST_FOR_COPIES = 0.7;
/** Words of a longer copy, which is a quote or a carousel. */
const COPY_WORDS = 8;
/** Probability. Of the rest of a field the scorer may be unsure, but not sure of the contrary. */
const LEAST = 0.1;

/**
 * The scorer looks at one block after the other, and keeps the text of some records of a row, or posts of a thread, and
 * not of others: where most of a field is kept, all of it stays. Links and buttons do not; nor does anything in scripts in
 * which the scorer doubts most. `kept`, by block: 1 stays.
 */
export function keepFields(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { blocks, headings, copies } = page;
  if (isInOtherScript(blocks, kept)) return;
  for (const field of fieldsOf(page)) {
    const share = keptShare(field, kept);
    if (share < MOST || share === 1) continue;
    for (const index of field) {
      const { words, linkShare, buttonShare } = blocks[index] as TextBlock;
      if ((scores[index] as number) < LEAST || buttonShare >= 0.5) continue;
      const isHeading = headings[index] !== 0;
      if (linkShare > 0.5 && !isHeading) continue;
      if (copies.isUnique[index] === 1 || (share >= MOST_FOR_COPIES && words < COPY_WORDS && !isHeading))
        kept[index] = 1;
    }
  }
}
