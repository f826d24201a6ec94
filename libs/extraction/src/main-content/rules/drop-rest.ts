import type { PageView } from '../page-view';
import { blocksCalled } from './blocks-called';
import { commentsNamed, isThread } from './drop-comments';
import { dropInside } from './drop-inside';
import { REVIEWS } from './drop-reviews';

/** Shares of their words. A post without a sign of an article may be the first of a thread. */
const MOST_REVIEWS = 0.6;
const MOST_COMMENTS = 0.4;
/** Words of them for each of the rest. Of more, the page is a thread. */
const MOST_VOICES = 2;

/**
 * Takes out what is left of comments and of reviews where the scorer keeps only some of them: one voice of several says
 * something else than all. `kept`, by block: 1 stays.
 */
export function dropRest(page: PageView, kept: Uint8Array): void {
  if (isThread(page)) return;
  dropIfFew(page, kept, commentsNamed(page), MOST_COMMENTS);
  const all = new Uint8Array(kept.length).fill(1);
  dropIfFew(page, kept, blocksCalled(page, all, 'eview', REVIEWS), MOST_REVIEWS);
}

function dropIfFew({ blocks, headings }: PageView, kept: Uint8Array, inside: Uint8Array, most: number): void {
  let all = 0;
  let left = 0;
  let beside = 0;
  blocks.forEach(({ words }, index) => {
    if (inside[index] === 0) beside += words * (kept[index] as number);
    if (inside[index] === 0 || headings[index] !== 0) return;
    all += words;
    if (kept[index] === 1) left += words;
  });
  if (left > 0 && left < most * all && all < MOST_VOICES * beside) dropInside(blocks, inside, kept);
}
