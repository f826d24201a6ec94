import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { fieldsOf } from './fields-of';

/** Words of a line that names the author and the date. */
const LINE_WORDS = 12;
/** Lines that are kept, from which on the others are. */
const LEAST_KEPT = 3;
/** Share of the blocks of a kind that have a date. */
const MOST = 0.8;

/**
 * The line above a text that says who wrote it and when stays above each text that is kept where it does above some. The
 * scorer doubts more of them the further it comes: of a long thread without profiles, the last posts ran together.
 * `kept`, by block: 1 stays.
 */
export function keepDateLines(page: PageView, kept: Uint8Array): void {
  const { blocks, dates } = page;
  const isLine = (index: number): boolean => dates[index] === 1 && (blocks[index] as TextBlock).words <= LINE_WORDS;
  for (const field of fieldsOf(page)) {
    const lines = field.filter(isLine);
    if (lines.length < MOST * field.length || lines.filter((line) => kept[line] === 1).length < LEAST_KEPT) continue;
    for (const line of lines) if (kept[line + 1] === 1 && (blocks[line] as TextBlock).linkShare < 0.9) kept[line] = 1;
  }
}
