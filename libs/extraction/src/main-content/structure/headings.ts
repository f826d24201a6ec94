import type { PageView } from '../page-view';
import { countWords, isAnyKept, type Range } from './ranges';

/** Minimum share of a section's words that is kept. */
const MIN_SHARE = 0.5;
/** One of the first blocks of a section must be kept, because the last ones may belong to something else. */
const BEGINNING = 3;

/** Keeps the heading of a kept section, and a heading directly above a kept lower heading. */
export function keepHeadings(page: PageView, kept: Uint8Array): void {
  const { blocks, headings } = page;
  let next = blocks.length;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const level = headings[index] as number;
    if (level === 0) continue;
    const isAboveLower = next === index + 1 && (headings[next] ?? 0) > level && kept[next] === 1;
    if (isAboveLower || isSectionKept(page, kept, { start: index + 1, end: next })) kept[index] = 1;
    next = index;
  }
}

function isSectionKept({ blocks }: PageView, kept: Uint8Array, { start, end }: Range): boolean {
  if (!isAnyKept(kept, { start, end: Math.min(end, start + BEGINNING) })) return false;
  const words = countWords(blocks, kept, { start, end });
  return words.kept >= MIN_SHARE * words.all;
}
