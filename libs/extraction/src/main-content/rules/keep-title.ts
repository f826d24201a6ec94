import { levelByRole } from '../../tree/heading-role';
import { LightElement } from '../../tree/light-node';
import { moveChildren } from '../../tree/walk';
import type { PageHints } from '../page-hints';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Blocks of the content that may stand above its title: a line of labels, a date. */
const ABOVE = 3;
/** Characters of a title that leads to the page itself; less is the name of a site. */
const LEAST_CHARS = 12;
/** Of the page's title, what an h1 says that is a link; sites add their name and what they are about. */
const LEAST_SHARE_OF_H1 = 0.3;
/** Blocks between a title and the content: what a forum says of a thread. */
const BETWEEN = 30;
/** Words that a heading shares with the page's title: of its own, and of the title. */
const LEAST_SHARED = 0.75;
const LEAST_OF_TITLE = 0.5;
const LEAST_SHARED_WORDS = 4;
/** Blocks of a heading that are its lines; one with more has no end where it should, and the page stands in it. */
const MOST_LINES = 4;
/** What stands between a title and the name of the site. */
const DIVIDER = /\s+[|–—·•»:-]+\s+/;
const HEADING = /^h[1-6]$/;
/** Boxes that become a heading as they are. */
const BOXES = new Set('a div p header section span strong td th'.split(' '));

/**
 * A document has its title, though the pages that the scorer was trained on count it with what stands around: the h1
 * that is most like the page's title, where the content begins. One that is a link is the name of the site, unless
 * the page's own title begins with it. Without one, a text that says what the page is called becomes the heading.
 * `kept`, by block: 1 stays.
 */
export function keepTitle(page: PageView, kept: Uint8Array): void {
  const { blocks, headings, title, hints } = page;
  const first = kept.indexOf(1);
  if (first === -1) return;
  if (headings[title] === 1 && title <= first + ABOVE) {
    const { text, linkShare } = blocks[title] as TextBlock;
    if (linkShare < 0.5 || isTitleOfPage(text, hints.title, LEAST_SHARE_OF_H1)) {
      keepHeading(page, title, kept);
      return;
    }
  }
  const from = Math.max(0, first - BETWEEN);
  const to = Math.min(blocks.length - 1, first + ABOVE);
  // Sites whose h1 is their name have a lower heading for the title.
  for (let index = from; index <= to; index++) {
    const { text } = blocks[index] as TextBlock;
    if (headings[index] === 0 || !(isTitleOfPage(text, hints.title) || isLikeTitle(text, hints.title))) continue;
    keepHeading(page, index, kept);
    return;
  }
  // Behind the way to the page, which ends with its title too.
  const names = namesOf(hints);
  for (let index = to; index >= from; index--) {
    if (!names.has(plain((blocks[index] as TextBlock).text)) || !makeHeading(page, index)) continue;
    kept[index] = 1;
    return;
  }
  const box = titleByRole(page, to);
  if (box !== undefined) kept[box] = 1;
}

/** The box that is a first-level heading by its role and says most of the page's title: shops write it far above what they sell. */
function titleByRole({ blocks, elements, hints }: PageView, to: number): number | undefined {
  const whole = ` ${plain(hints.title)} `;
  let most = LEAST_SHARE_OF_H1 * whole.length;
  let title: number | undefined;
  for (let index = 0; index <= to; index++) {
    const { text, element } = blocks[index] as TextBlock;
    if (levelByRole(elements.node[element] as LightElement) !== 1) continue;
    const own = ` ${plain(text)} `;
    if (own.trim() === '' || own.length <= most || !whole.includes(own)) continue;
    most = own.length;
    title = index;
  }
  return title;
}

/** With all lines of it. One around other content that the scorer kept is around what it left out, too. */
function keepHeading({ blocks, elements, headings }: PageView, index: number, kept: Uint8Array): void {
  const { node, parent, first, end } = elements;
  let element = (blocks[index] as TextBlock).element;
  while (element !== -1 && !HEADING.test((node[element] as LightElement).localName))
    element = parent[element] as number;
  kept[index] = 1;
  if (element === -1) return;
  const [from, to] = [first[element] as number, end[element] as number];
  if (to - from > MOST_LINES || kept.subarray(from, to).filter((of) => of === 1).length > 1) return;
  for (let at = from; at < to; at++) {
    if (headings[at] === headings[index] && (blocks[at] as TextBlock).buttonShare < 0.5) kept[at] = 1;
  }
}

/** What a page calls itself, with and without what follows. */
function namesOf({ title, sharedTitle }: PageHints): Set<string> {
  const names = [title, sharedTitle].flatMap((whole) => [whole, whole.trim().split(DIVIDER)[0] as string]);
  return new Set(names.map(plain).filter((name) => name !== ''));
}

/** Whether it could: what shares its element with others is part of a line. */
function makeHeading({ blocks, elements, headings }: PageView, index: number): boolean {
  const { element } = blocks[index] as TextBlock;
  const box = elements.node[element] as LightElement;
  if (headings[index] !== 0) return true;
  if (!BOXES.has(box.localName) || (elements.end[element] as number) - (elements.first[element] as number) !== 1)
    return false;
  const heading = new LightElement('h1');
  moveChildren(box, heading);
  box.appendChild(heading);
  headings[index] = 1;
  return true;
}

function isTitleOfPage(text: string, title: string, share = 0.5): boolean {
  const [own, whole] = [plain(text), plain(title)];
  return (
    own.length >= LEAST_CHARS &&
    (whole.startsWith(own) || whole.includes(` ${own}`)) &&
    own.length > share * whole.length
  );
}

/** Some words more or less. */
function isLikeTitle(text: string, title: string): boolean {
  const [own, whole] = [text, title].map((words) => new Set(plain(words).split(' '))) as [Set<string>, Set<string>];
  const shared = [...own].filter((word) => whole.has(word)).length;
  return shared >= LEAST_SHARED_WORDS && shared >= LEAST_SHARED * own.size && shared >= LEAST_OF_TITLE * whole.size;
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
