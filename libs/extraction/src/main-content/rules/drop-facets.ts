import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { blocksCalled } from './blocks-called';
import { dropInside } from './drop-inside';

/** As a word of a name: `filter-brand`, `Filter_option`. What is filtered is often called so as well. */
const FACETS = /(?:^|[\s_-])(?:[Ff]ilters?|[Ff]acets?|[Rr]efinements?)(?:$|[\s_-])/;
/** Values that one chooses among; blocks of fewer are few words. */
const LEAST_VALUES = 3;
/** Words of a value, which one in ten may go beyond; and on average. */
const VALUE_WORDS = 8;
const MOST_LONG = 0.1;
const MEAN_WORDS = 4.5;
/** Share of what is kept. More are the entries themselves. */
const MOST = 0.5;

/** Takes out by what the entries of a listing can be narrowed down: brands, sizes, prices. `kept`, by block: 1 stays. */
export function dropFacets(page: PageView, kept: Uint8Array): void {
  const inside = blocksCalled(page, kept, '', FACETS, (element) => isFacet(page, element));
  if (inside.includes(1)) dropInside(page.blocks, inside, kept, MOST);
}

/** Short values without pictures: entries have those. */
function isFacet({ blocks, elements, title }: PageView, element: number): boolean {
  const { first, end, pictures } = elements;
  const from = first[element] as number;
  const to = end[element] as number;
  if (to - from < LEAST_VALUES || (from <= title && title < to)) return false;
  let words = 0;
  let long = 0;
  for (let index = from; index < to; index++) {
    const block = blocks[index] as TextBlock;
    words += block.words;
    if (block.words > VALUE_WORDS) long++;
  }
  if (words > MEAN_WORDS * (to - from) || long > MOST_LONG * (to - from)) return false;
  for (let inner = element; inner < first.length && (first[inner] as number) < to; inner++)
    if ((pictures[inner] as number) > 0) return false;
  return true;
}
