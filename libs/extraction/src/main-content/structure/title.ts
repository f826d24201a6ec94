import { levelByRole } from '../../tree/heading-role';
import { LightElement } from '../../tree/light-node';
import { moveChildren } from '../../tree/walk';
import type { PageHints } from '../page-hints';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { isLink, keepText, type Range, rangeOf, sizeOf } from './ranges';

/** Maximum number of content blocks above the title: labels, a date. */
const ABOVE = 3;
/** Maximum number of blocks between the title and the content: the header of a thread. */
const BETWEEN = 30;
/** Minimum number of characters of a heading that repeats the page's title. A shorter one is the name of a site. */
const MIN_CHARS = 12;
/** Minimum share of the page's title that a heading repeats; of an h1. Sites append their name and slogan. */
const MIN_SHARE = 0.5;
const MIN_SHARE_OF_H1 = 0.3;
/** Words that a heading shares with the page's title: minimum number, share of the heading, share of the title. */
const MIN_SHARED_WORDS = 4;
const MIN_SHARED = 0.75;
const MIN_SHARED_OF_TITLE = 0.5;
/** Maximum number of lines of a heading. One with more lacks an end tag and contains the page. */
const MAX_LINES = 4;
/** Separates the title from the name of the site. */
const DIVIDER = /\s+[|–—·•»:-]+\s+/;
const HEADING = /^h[1-6]$/;
/** Elements whose content may be wrapped in a heading. */
const BOXES = new Set('a div p header section span strong td th'.split(' '));

/** Keeps the title of the page with all its lines. */
export function keepTitle(page: PageView, kept: Uint8Array): void {
  const title = findTitle(page, kept);
  if (title === -1) return;
  kept[title] = 1;
  const lines = linesOf(page, title);
  const isTooLong = lines.end - lines.start > MAX_LINES;
  const hasOtherText = kept.subarray(lines.start, lines.end).filter((is) => is === 1).length > 1;
  if (!isTooLong && !hasOtherText) keepText(page.blocks, kept, lines);
}

/** Makes the title a heading if the page has it as plain text. Changes the tree. */
export function promoteTitle(page: PageView, kept: Uint8Array): void {
  const title = findTitle(page, kept);
  if (kept[title] !== 1 || page.headings[title] !== 0) return;
  const box = page.elements.node[(page.blocks[title] as TextBlock).element] as LightElement;
  if (levelByRole(box) !== 0) return;
  const heading = new LightElement('h1');
  moveChildren(box, heading);
  box.appendChild(heading);
}

/** The block of the title: an h1, another heading or a text that repeats the page's title near the start of the content. */
function findTitle(page: PageView, kept: Uint8Array): number {
  const { blocks, headings, title, hints } = page;
  const first = kept.indexOf(1);
  if (first === -1) return -1;
  const isNear = title <= first + ABOVE || kept[title] === 1;
  if (headings[title] === 1 && isNear) {
    const h1 = blocks[title] as TextBlock;
    // An h1 that is a link is the name of the site, unless the page's title contains it.
    if (!isLink(h1) || repeatsTitle(h1.text, hints.title, MIN_SHARE_OF_H1)) return title;
  }
  const range = { start: Math.max(0, first - BETWEEN), end: Math.min(blocks.length, first + ABOVE + 1) };
  const heading = findHeading(page, kept, range);
  if (heading !== -1) return heading;
  const text = findText(page, range);
  return text === -1 ? findByRole(page, range.end) : text;
}

function findHeading({ blocks, headings, hints }: PageView, kept: Uint8Array, { start, end }: Range): number {
  const found: number[] = [];
  for (let index = start; index < end; index++) {
    const { text } = blocks[index] as TextBlock;
    if (headings[index] !== 0 && (repeatsTitle(text, hints.title, MIN_SHARE) || resemblesTitle(text, hints.title)))
      found.push(index);
  }
  return found.find((index) => kept[index] === 1) ?? found[0] ?? -1;
}

/** The last one: a breadcrumb above it ends with the title, too. */
function findText(page: PageView, { start, end }: Range): number {
  const names = namesOf(page.hints);
  for (let index = end - 1; index >= start; index--) {
    if (names.has(plain((page.blocks[index] as TextBlock).text)) && mayBeHeading(page, index)) return index;
  }
  return -1;
}

/** The longest part of the page's title in a first-level heading by its role, which shops write far above the product. */
function findByRole({ blocks, elements, hints }: PageView, end: number): number {
  const whole = ` ${plain(hints.title)} `;
  let longest = MIN_SHARE_OF_H1 * whole.length;
  let title = -1;
  for (let index = 0; index < end; index++) {
    const { text, element } = blocks[index] as TextBlock;
    if (levelByRole(elements.node[element] as LightElement) !== 1) continue;
    const own = ` ${plain(text)} `;
    if (own.trim() === '' || own.length <= longest || !whole.includes(own)) continue;
    longest = own.length;
    title = index;
  }
  return title;
}

/** All blocks of the heading that the block is part of. */
function linesOf({ blocks, elements }: PageView, title: number): Range {
  const { node, parent } = elements;
  let element = (blocks[title] as TextBlock).element;
  while (element !== -1 && !HEADING.test((node[element] as LightElement).localName))
    element = parent[element] as number;
  return element === -1 ? { start: title, end: title + 1 } : rangeOf(elements, element);
}

/** The names of the page, each with and without the name of the site. */
function namesOf({ title, sharedTitle }: PageHints): Set<string> {
  const names = [title, sharedTitle].flatMap((whole) => [whole, whole.trim().split(DIVIDER)[0] as string]);
  return new Set(names.map(plain).filter((name) => name !== ''));
}

/** Whether the block is a heading, or the only text of an element that may contain one. */
function mayBeHeading({ blocks, elements, headings }: PageView, index: number): boolean {
  const { element } = blocks[index] as TextBlock;
  const { localName } = elements.node[element] as LightElement;
  return headings[index] !== 0 || (BOXES.has(localName) && sizeOf(elements, element) === 1);
}

/** Whether the text is a long part of the title. */
function repeatsTitle(text: string, title: string, minShare: number): boolean {
  const [own, whole] = [plain(text), plain(title)];
  if (own.length < MIN_CHARS || own.length <= minShare * whole.length) return false;
  return whole.startsWith(own) || whole.includes(` ${own}`);
}

/** Whether text and title differ in a few words. */
function resemblesTitle(text: string, title: string): boolean {
  const [own, whole] = [text, title].map((words) => new Set(plain(words).split(' '))) as [Set<string>, Set<string>];
  const shared = [...own].filter((word) => whole.has(word)).length;
  return shared >= MIN_SHARED_WORDS && shared >= MIN_SHARED * own.size && shared >= MIN_SHARED_OF_TITLE * whole.size;
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
