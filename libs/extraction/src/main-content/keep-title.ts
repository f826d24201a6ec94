import { countIn, type PageView } from './page-view';
import type { TextBlock } from './text-blocks';

/** Blocks of the content that may stand above its title: a line of labels, a date. */
const ABOVE = 3;
/** Share of its words that stand in the title too; titles name the site besides, and say things in other words. */
const LIKE_TITLE = 0.3;

/**
 * A document has its title, though the pages that the scorer was trained on count it with what stands around: the h1 that
 * says what the page's title says, where the content begins. `kept`, by block: 1 stays.
 */
export function keepTitle({ blocks, headings, title, titleWords }: PageView, kept: Uint8Array): void {
  const first = kept.indexOf(1);
  if (headings[title] !== 1 || first === -1 || title > first + ABOVE) return;
  const { hashes, linkShare } = blocks[title] as TextBlock;
  if (linkShare < 0.5 && countIn(hashes, titleWords) >= LIKE_TITLE * hashes.length) kept[title] = 1;
}
