import type { LightElement, LightNode } from '../../tree/light-node';
import { detach } from '../../tree/walk';
import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { isDateLine } from './date-line';

/** Words of a box with both, and what the author has earned. */
const MOST_SIGNATURE_WORDS = 30;
/** Where what comes first stands above the rest. */
const FLOWS = new Set('article blockquote dd div li section'.split(' '));

/** Where the parts of a post stand: its element, and blocks, -1 for none. */
export interface PostLines {
  element: number;
  /** The first one; of several the one that the markup calls so: others have edited the post, or are answered. */
  author: number;
  date: number;
  /** The first block of what it says. */
  text: number;
}

/**
 * Puts author and date before the text of the post, where they stand below it and are no sentence of it. Both or none: an author that
 * stays at the end would be read as that of the next date.
 */
export function moveAuthorUp(page: PageView, { element, author, date, text }: PostLines, kept: Uint8Array): void {
  const { blocks, elements } = page;
  const post = elements.node[element] as LightElement;
  const lines = [author, date].filter((line) => line > text);
  if (lines.length === 0 || !FLOWS.has(post.localName)) return;
  if (lines.includes(date) && date !== author && !isDateLine(page, date)) return;
  if (lines.includes(author) && isInText(blocks[author] as TextBlock)) return;
  const boxes = new Set(lines.map((line) => (blocks[line] as TextBlock).element));
  const shared = boxes.size > 1 ? boxAround(page, lines, element) : undefined;
  const isOne = shared !== undefined && isSignature(page, shared, lines, kept);
  const moved = isOne ? [shared] : [...boxes];
  if (!isOne && !moved.every((box) => isAlone(elements, box))) return;
  if (!moved.every((box) => mayMove(elements.node[box] as LightElement, post))) return;
  const place = childAround(page, post, text);
  for (const box of moved) {
    const line = elements.node[box] as LightElement;
    if (line === place) continue;
    detach(line);
    post.insertBefore(line, place);
  }
}

/** A sentence that names somebody. */
function isInText({ text, linkShare }: TextBlock): boolean {
  return linkShare < 0.5 && /[.!?…。]\s?$/.test(text);
}

function mayMove(box: LightElement, post: LightElement): boolean {
  return box !== post && (FLOWS.has(box.localName) || box.localName === 'p');
}

/** The innermost element that holds all `lines`, below `within`. */
function boxAround({ blocks, elements }: PageView, lines: readonly number[], within: number): number | undefined {
  const { parent, first, end } = elements;
  let box = (blocks[lines[0] as number] as TextBlock).element;
  while (lines.some((line) => line < (first[box] as number) || line >= (end[box] as number))) {
    box = parent[box] as number;
    if (box === -1 || box === within) return undefined;
  }
  return box;
}

/** A box of few words, of which nothing else is kept. */
function isSignature({ blocks, elements }: PageView, box: number, lines: readonly number[], kept: Uint8Array): boolean {
  let words = 0;
  for (let index = elements.first[box] as number; index < (elements.end[box] as number); index++) {
    words += (blocks[index] as TextBlock).words;
    if ((kept[index] === 1 && !lines.includes(index)) || words > MOST_SIGNATURE_WORDS) return false;
  }
  return true;
}

function isAlone({ first, end }: BlockElements, box: number): boolean {
  return (end[box] as number) - (first[box] as number) === 1;
}

/** The child of `post` with the first text that is no heading. */
function childAround({ blocks, headings, elements }: PageView, post: LightElement, text: number): LightNode | null {
  let first = text;
  while (first + 1 < blocks.length && headings[first] !== 0) first++;
  let node: LightNode | null = elements.node[(blocks[first] as TextBlock).element] as LightElement;
  while (node !== null && node.parentNode !== post) node = node.parentNode;
  return node ?? post.firstChild;
}
