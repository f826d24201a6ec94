import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Headings that say the same. More of them name records or posts, each of which is one. */
const COPIES = 2;

/**
 * Of two headings in a row that say the same, one goes: they are the same heading for wide and for narrow screens, or
 * that of a page and of the text in it. The one that stays is the title, or of the higher level, or a link, or right
 * above its text. `hasPosts`: headings below the first level name who wrote them. `kept`, by block: 1 stays.
 */
export function dropRepeatedHeadings(page: PageView, kept: Uint8Array, hasPosts: boolean): void {
  const { blocks, headings } = page;
  const pairs: [number, number][] = [];
  const counts = new Map<string, number>();
  let before = -1;
  let text = '';
  for (let index = 0; index < blocks.length; index++) {
    if (kept[index] === 0) continue;
    if (headings[index] === 0) {
      before = -1;
      continue;
    }
    const said = (blocks[index] as TextBlock).text.toLowerCase();
    counts.set(said, (counts.get(said) ?? 0) + 1);
    if (before !== -1 && said === text) pairs.push([before, index]);
    before = index;
    text = said;
  }
  for (const [first, second] of pairs) {
    if (counts.get((blocks[first] as TextBlock).text.toLowerCase()) !== COPIES) continue;
    if (hasPosts && headings[first] !== 1) continue;
    kept[rankOf(page, second) >= rankOf(page, first) ? first : second] = 0;
  }
}

function rankOf({ blocks, headings, title }: PageView, index: number): number {
  const { linkShare } = blocks[index] as TextBlock;
  return (index === title ? 100 : 0) - 2 * (headings[index] as number) + (linkShare > 0 ? 1 : 0);
}
