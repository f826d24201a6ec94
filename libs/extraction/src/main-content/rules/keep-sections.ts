import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Probability of a heading. One of which the scorer is less sure may stand above something else. */
const LEAST_OF_HEADING = 0.4;
/** Probabilities, as means over the words of a section: of one that is written, and of any other. */
const LEAST_OF_PROSE = 0.12;
const LEAST_OF_OTHER = 0.4;
/** Words of a sentence. */
const SENTENCE_WORDS = 8;
/** Shares of the words of a section that is written: in sentences, in links, in buttons. */
const MOST = 0.5;
const FEW = 0.3;
/** Blocks. A longer section is a page of its own. */
const MAX_BLOCKS = 40;

/**
 * A heading without anything below it says that something is missing: where the scorer has kept it and dropped all of
 * its section, a section that is written stays as well. What the page says elsewhere too is an insertion. `kept`, by
 * block: 1 stays.
 */
export function keepSections({ blocks, headings, copies }: PageView, scores: Float32Array, kept: Uint8Array): void {
  const last = kept.lastIndexOf(1);
  let end = blocks.length;
  for (let index = blocks.length - 1; index >= 0; index--) {
    if (headings[index] === 0) continue;
    // A date is no heading, whatever its markup: below it stands the next entry of a list.
    const isNamed = /\p{L}/u.test((blocks[index] as TextBlock).text);
    if (kept[index] === 1 && isNamed && (scores[index] as number) >= LEAST_OF_HEADING && isLost(index + 1, end)) {
      for (let at = index + 1; at < end; at++) {
        const { buttonShare } = blocks[at] as TextBlock;
        if (buttonShare < MOST && copies.isUnique[at] === 1) kept[at] = 1;
      }
    }
    end = index;
  }

  function isLost(start: number, stop: number): boolean {
    if (stop - start > MAX_BLOCKS) return false;
    let [words, probable, written, linked, buttons] = [0, 0, 0, 0, 0];
    for (let at = start; at < stop; at++) {
      if (kept[at] === 1) return false;
      const block = blocks[at] as TextBlock;
      words += block.words;
      probable += block.words * (scores[at] as number);
      linked += block.words * block.linkShare;
      buttons += block.words * block.buttonShare;
      if (block.words >= SENTENCE_WORDS && block.punctuation > 0) written += block.words;
    }
    if (words === 0 || buttons >= FEW * words) return false;
    // What follows the content begins with a heading that reads like one of it.
    const isWritten = stop <= last && written >= MOST * words && linked < FEW * words;
    return probable >= (isWritten ? LEAST_OF_PROSE : LEAST_OF_OTHER) * words;
  }
}
