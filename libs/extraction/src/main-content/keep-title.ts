import type { PageView } from './page-view';
import type { TextBlock } from './text-blocks';

/** Blocks of the content that may stand above its title: a line of labels, a date. */
const ABOVE = 3;

/**
 * A document has its title, though the pages that the scorer was trained on count it with what stands around: the h1
 * that is most like the page's title, where the content begins. `kept`, by block: 1 stays.
 */
export function keepTitle({ blocks, headings, title }: PageView, kept: Uint8Array): void {
  const first = kept.indexOf(1);
  if (headings[title] !== 1 || first === -1 || title > first + ABOVE) return;
  if ((blocks[title] as TextBlock).linkShare < 0.5) kept[title] = 1;
}
