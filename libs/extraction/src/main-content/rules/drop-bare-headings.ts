import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Words of a section. One of fewer is a button below a heading that says it all. */
const LEAST_WORDS = 10;
/** Probability of the section, as the mean over its words, up to which the scorer is sure of it. */
const MOST = 0.15;
const LEVELS = 6;

/**
 * A heading goes after its section: of one that is surely beside the point nothing is left to be called so. `kept`, by
 * block: 1 stays.
 */
export function dropBareHeadings({ blocks, headings, title }: PageView, scores: Float32Array, kept: Uint8Array): void {
  /** The next heading behind `index`, and the next block that is kept. */
  let end = blocks.length;
  let nextKept = blocks.length;
  /** By level: where a section of it ends, at the next heading of the same level or a higher one. */
  const sectionEnd = new Array<number>(LEVELS + 1).fill(blocks.length);
  for (let index = blocks.length - 1; index >= 0; index--) {
    const level = headings[index] as number;
    if (level !== 0) {
      const isEmpty = nextKept >= (sectionEnd[level] as number);
      // One of several lines stays as it is.
      const mayGo = kept[index] === 1 && level > 1 && index !== title && headings[index - 1] !== level;
      if (mayGo && isEmpty && isBesideThePoint(index + 1, end)) kept[index] = 0;
      end = index;
      sectionEnd.fill(index, level);
    }
    if (kept[index] === 1) nextKept = index;
  }

  function isBesideThePoint(start: number, stop: number): boolean {
    let words = 0;
    let probable = 0;
    for (let at = start; at < stop; at++) {
      const block = blocks[at] as TextBlock;
      words += block.words;
      probable += block.words * (scores[at] as number);
    }
    return words >= LEAST_WORDS && probable <= MOST * words;
  }
}
