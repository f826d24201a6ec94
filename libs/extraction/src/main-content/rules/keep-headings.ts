import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Share of a section's words that must be kept for it to be a section of the content. */
const MOST = 0.5;
/** Blocks of a section of which the first must not all be dropped: its end may be something else. */
const BEGINNING = 3;

/**
 * What is kept is kept under its heading, though a table of contents has said the same before. A heading right above
 * another one goes with that. `kept`, by block: 1 stays.
 */
export function keepHeadings({ blocks, headings }: PageView, kept: Uint8Array): void {
  let next = blocks.length;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const level = headings[index] as number;
    if (level === 0) continue;
    if (kept[index] === 0 && isSectionKept(blocks, kept, index + 1, next)) kept[index] = 1;
    else if (next === index + 1 && (headings[next] ?? 0) > level && kept[next] === 1) kept[index] = 1;
    next = index;
  }
}

function isSectionKept(blocks: readonly TextBlock[], kept: Uint8Array, first: number, end: number): boolean {
  if (!kept.subarray(first, Math.min(end, first + BEGINNING)).includes(1)) return false;
  let words = 0;
  let keptWords = 0;
  for (let index = first; index < end; index++) {
    const block = blocks[index] as TextBlock;
    words += block.words;
    if (kept[index] === 1) keptWords += block.words;
  }
  return keptWords >= MOST * words;
}
