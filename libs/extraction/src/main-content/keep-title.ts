import type { PageView } from './page-view';
import type { TextBlock } from './text-blocks';

/** Blocks of the content that may stand above its title: a line of labels, a date. */
const ABOVE = 3;
/** Characters of a title that leads to the page itself; less is the name of a site. */
const LEAST_CHARS = 12;
/** Of the page's title, what an h1 says that is a link; sites add their name and what they are about. */
const LEAST_SHARE_OF_H1 = 0.3;
/** Blocks between a title and the content: what a forum says of a thread. */
const BETWEEN = 30;

/**
 * A document has its title, though the pages that the scorer was trained on count it with what stands around: the h1
 * that is most like the page's title, where the content begins. One that is a link is the name of the site, unless
 * the page's own title begins with it. `kept`, by block: 1 stays.
 */
export function keepTitle({ blocks, headings, title, hints }: PageView, kept: Uint8Array): void {
  const first = kept.indexOf(1);
  if (first === -1) return;
  if (headings[title] === 1 && title <= first + ABOVE) {
    const { text, linkShare } = blocks[title] as TextBlock;
    if (linkShare < 0.5 || isTitleOfPage(text, hints.title, LEAST_SHARE_OF_H1)) {
      kept[title] = 1;
      return;
    }
  }
  // Sites whose h1 is their name have a lower heading for the title.
  for (let index = Math.max(0, first - BETWEEN); index <= first + ABOVE && index < blocks.length; index++) {
    const { text } = blocks[index] as TextBlock;
    if (headings[index] === 0 || !isTitleOfPage(text, hints.title)) continue;
    kept[index] = 1;
    return;
  }
}

function isTitleOfPage(text: string, title: string, share = 0.5): boolean {
  const [own, whole] = [text, title].map((words) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ) as [string, string];
  return (
    own.length >= LEAST_CHARS &&
    (whole.startsWith(own) || whole.includes(` ${own}`)) &&
    own.length > share * whole.length
  );
}
