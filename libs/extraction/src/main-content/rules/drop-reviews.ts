import { ARTICLE_DATA } from '../page-hints';
import type { PageView } from '../page-view';
import { blocksCalled } from './blocks-called';
import { dropInside } from './drop-inside';

/** As a word of a name in any spelling: `product-reviews`, `reviewBody`. `preview` is none, and critics sell the product. */
export const REVIEWS = /(?<!(?:editorial|expert|critics?|press)[\s_-]{0,2})(?:(?<!p)review|Review)s?(?![a-z])/;
/** Chosen by who sells. */
const TESTIMONIALS = /testimonial/i;
/** Words of all that is said. Less is a quote, or that there are none. */
const LEAST_WORDS = 80;

/** On the page of a product: takes out what buyers say of it. `kept`, by block: 1 stays. */
export function dropReviews(page: PageView, kept: Uint8Array): void {
  const { blocks, elements, title, hints } = page;
  // It compares products, and their reviews are what it is about.
  if (hints.structured.some((text) => ARTICLE_DATA.test(text))) return;
  const start = title === -1 ? kept.indexOf(1) : title;
  const isBehind = (element: number): boolean => (elements.first[element] as number) > start;
  const inside = blocksCalled(page, kept, 'eview', REVIEWS, isBehind);
  if (!inside.includes(1)) return;
  blocksCalled(page, kept, 'estimonial', TESTIMONIALS).forEach((is, index) => {
    if (is === 1) inside[index] = 0;
  });
  const words = blocks.reduce((sum, block, at) => sum + (inside[at] === 1 && kept[at] === 1 ? block.words : 0), 0);
  if (words >= LEAST_WORDS) dropInside(blocks, inside, kept);
}
