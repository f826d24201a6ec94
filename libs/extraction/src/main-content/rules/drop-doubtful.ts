import { isInOtherScript } from '../is-in-other-script';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { isArticle, type SurestText, surestText } from './surest-text';

/** Probability of that text, as the mean over its words, from which on a page has an article. */
const SURE = 0.8;
/** The same where the text begins so few blocks below the title. */
const SURE_BELOW_TITLE = 0.5;
const BELOW_TITLE = 12;
/** Blocks above it that may be its kicker, its date and who wrote it. */
const NEAR_TITLE = 5;
/** Share of the words between its blocks that are links: texts on cards have the titles of the cards between them. */
const LINKED_BETWEEN = 0.1;
/**
 * Words that every few words of an English text are one of, and that others in Latin script hardly have; and their share
 * of its words below which it is in another language.
 */
const ENGLISH = new Set('the and of that this with from are you your it its is which'.split(' '));
const LEAST_ENGLISH = 0.08;
const WORD = /\p{L}+/gu;
/** Characters of a block. */
const LOOKED_AT = 1000;

/** Shares of the probability of that text below which links, and other blocks, are taken for something else. */
interface Limits {
  link: number;
  text: number;
  /** Of anything above the title of the text. */
  above: number;
}

const IN_OTHER_SCRIPT: Limits = { link: 0.6, text: 0.4, above: 0.75 };
const IN_OTHER_LANGUAGE: Limits = { link: 0.5, text: 0.3, above: 0.5 };

/**
 * Where the scorer is sure of a text and of nothing else, takes out the rest. Of a page with more teasers than text
 * little is to be expected, and chooseBlocks keeps them all rather than lose anything. Only in scripts and languages
 * that hardly a page of the training is in: there the scorer doubts what it tells from a text elsewhere. On pages that it
 * knows, what is doubtful beside a sure text is entries of a listing. In Latin letters it knows names and numbers at
 * least, so that the page has to be an article. `kept`, by block: 1 stays.
 */
export function dropDoubtful(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { blocks, title } = page;
  const text = surestText(blocks, scores, kept);
  if (text === undefined || isAmongLinks(blocks, text)) return;
  const isTitled = isBelowTitle(page, text);
  if (text.probability < (isTitled ? SURE_BELOW_TITLE : SURE)) return;
  const limits = limitsBeside(page, text, kept);
  if (limits === undefined) return;
  for (let index = 0; index < blocks.length; index++) {
    const { linkShare } = blocks[index] as TextBlock;
    const isAbove = isTitled && index < title - NEAR_TITLE;
    const least = isAbove ? limits.above : linkShare >= 0.5 ? limits.link : limits.text;
    if (index !== title && (scores[index] as number) < least * text.probability) kept[index] = 0;
  }
}

function isBelowTitle({ headings, title }: PageView, { first }: SurestText): boolean {
  return title !== -1 && headings[title] === 1 && first > title && first - title <= BELOW_TITLE;
}

/** undefined: the scorer knows pages like this one. */
function limitsBeside(page: PageView, text: SurestText, kept: Uint8Array): Limits | undefined {
  if (isInOtherScript(page.blocks, kept)) return IN_OTHER_SCRIPT;
  if (isEnglish(text) || !isArticle(page, text)) return undefined;
  return IN_OTHER_LANGUAGE;
}

function isEnglish({ blocks }: SurestText): boolean {
  const words = blocks.flatMap(({ text }) => text.slice(0, LOOKED_AT).toLowerCase().match(WORD) ?? []);
  return words.filter((word) => ENGLISH.has(word)).length >= LEAST_ENGLISH * words.length;
}

function isAmongLinks(blocks: readonly TextBlock[], { first, last }: SurestText): boolean {
  let words = 0;
  let linked = 0;
  for (let index = first; index <= last; index++) {
    const block = blocks[index] as TextBlock;
    words += block.words;
    if (block.linkShare >= 0.5) linked += block.words;
  }
  return linked > LINKED_BETWEEN * words;
}
