import { isCalledArticle } from '../page-hints';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { blocksCalled } from './blocks-called';
import { TEASER_LINE, TEASERS } from './teaser-headings';

const ABOUT_AUTHOR =
  /(?:^|[\s_-])(?:author[-_]{1,2}(?:box|bio|info|card|profile|about|description|details)|about[-_](?:the[-_])?author|authorbox)(?:$|[\s_-])/i;
const SHORTCODES =
  /^(?:\[(?:\/[a-z][\w-]{2,30}|[a-z][a-z\d-]{1,30}_\w{1,30}(?:\s[^\]]{0,200})?|[a-z][\w-]{2,30}\s[\w-]{1,30}=[^\]]{1,200}|gallery|embed|playlist)\]\s{0,9})+$/i;
/** Words and characters that a heading of teasers has at most. */
const HEADING_WORDS = 8;
const HEADING_CHARS = 60;
/** Share of the words in a box of links that are in links. */
const MOST_LINKED = 0.6;
/** Probability, as the mean over words, of what is surely content. */
const SURE = 0.8;
/** Share of what is kept. More about the author is a page about him. */
const MOST_ABOUT_AUTHOR = 0.3;
/** Blocks behind a heading of teasers; words of one that is no teaser, and of prose that makes a section of it. */
const MAX_TEASERS = 40;
/** Blocks of an element that begins with the heading: a grid of products. */
const MAX_SECTION = 400;
const TEASER_WORDS = 40;
const PROSE_WORDS = 25;
const MUCH_PROSE = 80;
/** Words of a paragraph, and blocks above a heading of teasers that may be of the text which it stands in. */
const PARAGRAPH_WORDS = 15;
const BLOCKS_ABOVE = 20;
/** Prices of dishes that a restaurant recommends. */
const LEAST_PRICED = 2;
/** Share of what is kept. A page of more teasers lists them. */
const MOST_TEASERS = 0.5;

/**
 * Takes out what nobody asked for though it reads like the content: what its author does
 * otherwise, teasers, codes that a site has failed to replace. `kept`, by block: 1 stays.
 */
export function dropUnasked(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  dropAboutAuthor(page, kept);
  dropTeasers(page, scores, kept);
  const isOfNews = isCalledArticle(page.hints);
  page.blocks.forEach(({ text, words, linkShare }, index) => {
    if (kept[index] === 0) return;
    if (text.charCodeAt(0) === 0x5b && SHORTCODES.test(text)) kept[index] = 0;
    if (!isOfNews || words >= TEASER_WORDS || linkShare === 0 || (scores[index] as number) >= SURE) return;
    const lead = TEASER_LINE.exec(text)?.[0].length;
    // A lead within the link counts as of it.
    if (lead !== undefined && linkShare * text.length >= MOST_LINKED * (text.length - lead)) kept[index] = 0;
  });
}

function dropAboutAuthor(page: PageView, kept: Uint8Array): void {
  const inside = blocksCalled(page, kept, 'author', ABOUT_AUTHOR);
  if (!inside.includes(1)) return;
  let all = 0;
  let words = 0;
  page.blocks.forEach((block, index) => {
    if (kept[index] === 0) return;
    all += block.words;
    if (inside[index] === 1) words += block.words;
  });
  if (words > MOST_ABOUT_AUTHOR * all) return;
  inside.forEach((is, index) => {
    if (is === 1) kept[index] = 0;
  });
}

/** A section of that name is teasers, unless most of it is prose, or it is of a menu. What is no heading begins a box of links. */
function dropTeasers(
  { blocks, elements, headings, prices, title }: PageView,
  scores: Float32Array,
  kept: Uint8Array,
): void {
  const wordsKept = blocks.reduce((sum, { words }, index) => sum + words * (kept[index] as number), 0);
  blocks.forEach((heading, index) => {
    const level = headings[index] as number;
    if (
      (level === 1 && (title === -1 || index < title)) ||
      index === title ||
      heading.words > HEADING_WORDS ||
      heading.text.length > HEADING_CHARS
    )
      return;
    let around = heading.element;
    while (around !== -1 && (elements.end[around] as number) < index + 3) around = elements.parent[around] as number;
    if (level === 0 && (around === -1 || elements.first[around] !== index)) return;
    if (!TEASERS.test(heading.text)) return;
    const isSection = around !== -1 && elements.first[around] === index;
    const outerEnd = around === -1 ? blocks.length : (elements.end[around] as number);
    const last = Math.min(index + (isSection ? MAX_SECTION : MAX_TEASERS), outerEnd);
    let end = index + 1;
    while (end < last && (isSection || headings[end] === 0 || (headings[end] as number) > (level || 1))) end++;
    let prose = 0;
    let all = 0;
    let probable = 0;
    let linked = 0;
    let lastLinked = -1;
    let keptWords = 0;
    let priced = 0;
    for (let at = index + 1; at < end; at++) {
      const { words, linkShare } = blocks[at] as TextBlock;
      if (kept[at] === 1) keptWords += words;
      all += words;
      linked += words * linkShare;
      if (linkShare > 0) lastLinked = at;
      priced += prices[at] as number;
      probable += words * (scores[at] as number);
      if (words >= PROSE_WORDS && linkShare < 0.3) prose += words;
    }
    // What follows the last link but one text goes on with the page.
    if (lastLinked !== -1) end = Math.min(end, lastLinked + 2);
    if (level === 0 && linked < MOST_LINKED * all) return;
    if (keptWords > MOST_TEASERS * wordsKept) return;
    // `Recommended` dishes lead nowhere.
    if (linked === 0 && priced >= LEAST_PRICED) return;
    if (probable >= SURE * all || (prose > 0.5 * all && prose > MUCH_PROSE)) return;
    const isOfText = paragraphsBeside(blocks, elements, kept, index);
    for (let at = index; at < end; at++) {
      const { words, linkShare } = blocks[at] as TextBlock;
      if ((words < TEASER_WORDS || linkShare >= 0.2) && !isOfText(at)) kept[at] = 0;
    }
  });
}

/**
 * Tells the paragraphs that go on with the text above a heading of teasers in its midst: those in the same element as
 * the paragraphs of that text.
 */
function paragraphsBeside(
  blocks: readonly TextBlock[],
  { parent }: PageView['elements'],
  kept: Uint8Array,
  heading: number,
): (index: number) => boolean {
  const parentOf = (index: number): number => parent[(blocks[index] as TextBlock).element] as number;
  const isParagraph = (index: number): boolean => {
    const { words, linkShare } = blocks[index] as TextBlock;
    return words >= PARAGRAPH_WORDS && linkShare < 0.2;
  };
  const texts = new Set<number>();
  for (let index = Math.max(0, heading - BLOCKS_ABOVE); index < heading; index++)
    if (kept[index] === 1 && isParagraph(index)) texts.add(parentOf(index));
  return (index) => isParagraph(index) && texts.has(parentOf(index));
}
