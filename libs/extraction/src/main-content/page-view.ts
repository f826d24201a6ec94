import { measureText, textHash } from './characters';
import { DATE } from './date';
import { type ElementNames, nameElements } from './element-names';
import { IntMap } from './int-map';
import type { Lexicon } from './lexicon';
import type { PageHints } from './page-hints';
import { PRICE } from './price';
import { matchTexts, type TextSignals } from './signals/match-signals';
import type { BlockElements, PageBlocks, TextBlock } from './text-blocks';
import { type TextWeights, weighTexts } from './text-weights';

/** Prefix sums over blocks: the sum of an element takes two look-ups. */
interface BlockSums {
  chars: Float64Array;
  linked: Float64Array;
  /** Characters weighted as running text, see worthOf. */
  running: Float64Array;
}

/** Blocks with the same text, by block. */
interface Copies {
  /** The previous copy or -1, and the number of previous copies. */
  copyBefore: Int32Array;
  copiesBefore: Int32Array;
  /** 1 if no other block has the same text. */
  isUnique: Uint8Array;
}

/** The blocks and elements of a page, with data that several groups of features share. */
export interface PageView {
  blocks: TextBlock[];
  elements: BlockElements;
  hints: PageHints;
  sums: BlockSums;
  totalChars: number;
  totalRunning: number;
  /** By block: name of its element; heading level or 0; 1 if it contains a price; 1 if it contains a date. */
  tags: string[];
  headings: Uint8Array;
  prices: Uint8Array;
  dates: Uint8Array;
  texts: TextWeights;
  names: ElementNames;
  copies: Copies;
  titleWords: IntMap;
  signals: TextSignals;
  /** The block of the title or -1; the deepest element with most of the running text. */
  title: number;
  body: number;
}

const TITLE_WORD_LETTERS = 2;
/** Minimum share of the page's running text in its body. */
const BODY_SHARE = 0.6;

/** Maximum words and characters of a block that is checked for prices and dates. Longer ones mention them in passing. */
const SHORT = 40;
const MAX_SHORT_CHARS = 600;

export function openPageView(page: PageBlocks, hints: PageHints, lexicon: Lexicon): PageView {
  const { blocks, elements } = page;
  const headings = headingLevels(page);
  const tags = blocks.map((block) => (elements.node[block.element] as { localName: string }).localName);
  const sums = sumUp(blocks);
  const mark = (pattern: RegExp) =>
    bytesOf(blocks, (block) => Number(block.digits > 0 && isShort(block) && pattern.test(block.text)));
  const view: PageView = {
    blocks,
    elements,
    hints,
    sums,
    totalChars: sums.chars[blocks.length] || 1,
    totalRunning: sums.running[blocks.length] || 1,
    tags,
    headings,
    prices: mark(PRICE),
    dates: mark(DATE),
    texts: weighTexts(blocks, lexicon),
    names: nameElements(elements.node, lexicon),
    copies: findCopies(blocks),
    titleWords: wordsOfTitle(hints.title),
    signals: matchTexts(blocks, headings),
    title: -1,
    body: 0,
  };
  view.title = findTitleHeading(view);
  view.body = findBody(view);
  return view;
}

/** Faster than `Uint8Array.from`, which uses an iterator. */
export function bytesOf<T>(items: readonly T[], byteOf: (item: T, index: number) => number): Uint8Array {
  const bytes = new Uint8Array(items.length);
  for (let index = 0; index < items.length; index++) bytes[index] = byteOf(items[index] as T, index);
  return bytes;
}

/** By block: the level of its innermost heading ancestor, or 0. */
function headingLevels({ blocks, elements: { node, parent } }: PageBlocks): Uint8Array {
  const levels = bytesOf(node, ({ localName }) => headingLevel(localName));
  for (let element = 1; element < node.length; element++) {
    if (levels[element] === 0) levels[element] = levels[parent[element] as number] ?? 0;
  }
  return bytesOf(blocks, ({ element }) => levels[element] as number);
}

/** 1 to 6, or 0 for other elements. */
function headingLevel(tag: string): number {
  if (tag.length !== 2 || tag.charCodeAt(0) !== 0x68) return 0;
  const level = tag.charCodeAt(1) - 0x30;
  return level >= 1 && level <= 6 ? level : 0;
}

function findCopies(blocks: readonly TextBlock[]): Copies {
  const copies = {
    copyBefore: new Int32Array(blocks.length).fill(-1),
    copiesBefore: new Int32Array(blocks.length),
    isUnique: new Uint8Array(blocks.length).fill(1),
  };
  const last = new Map<string, number>();
  for (let index = 0; index < blocks.length; index++) {
    const { text } = blocks[index] as TextBlock;
    const before = last.get(text);
    last.set(text, index);
    if (before === undefined) continue;
    copies.copyBefore[index] = before;
    copies.copiesBefore[index] = (copies.copiesBefore[before] as number) + 1;
    copies.isUnique[before] = 0;
    copies.isUnique[index] = 0;
  }
  return copies;
}

function isShort({ words, chars }: TextBlock): boolean {
  return words < SHORT && chars <= MAX_SHORT_CHARS;
}

function wordsOfTitle(title: string): IntMap {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return IntMap.ofKeys(words.filter((word) => word.length >= TITLE_WORD_LETTERS).map(textHash));
}

/** The heading most similar to the page's title, preferring an h1. */
function findTitleHeading({ blocks, headings, titleWords }: PageView): number {
  let title = -1;
  let most = 0;
  headings.forEach((level, index) => {
    if (level === 0) return;
    const { hashes, linkShare } = blocks[index] as TextBlock;
    const likeness = titleWords.size === 0 ? 0 : countIn(hashes, titleWords) / Math.max(hashes.length, titleWords.size);
    const score = likeness + (level === 1 ? 0.5 : 0) + (level === 1 && linkShare < 0.5 ? 0.2 : 0);
    if (score <= most) return;
    most = score;
    title = index;
  });
  return title;
}

function findBody(view: PageView): number {
  const { elements, totalRunning } = view;
  let body = 0;
  let bodyDepth = -1;
  elements.depth.forEach((depth, element) => {
    if (depth < bodyDepth || runningIn(view, element) < BODY_SHARE * totalRunning) return;
    bodyDepth = depth;
    body = element;
  });
  return body;
}

/** Number of `hashes` in `wanted`. */
function countIn(hashes: readonly number[], wanted: IntMap): number {
  let found = 0;
  for (const hash of hashes) if (wanted.get(hash) !== 0) found++;
  return found;
}

/** Whether a block is long and has few links. */
export function isRunningText({ words, linkShare }: TextBlock): boolean {
  return words >= 8 && linkShare < 0.5;
}

function worthOf(block: TextBlock): number {
  const isWritten = block.punctuation > 0 || block.isPre;
  const worth = block.chars * (1 - block.linkShare) * (1 - block.buttonShare) * (isWritten ? 1 : 0.25);
  return isRunningText(block) ? worth : worth * 0.2;
}

function sumUp(blocks: TextBlock[]): BlockSums {
  return {
    chars: sumsOf(blocks, ({ chars }) => chars),
    linked: sumsOf(blocks, ({ chars, linkShare }) => chars * linkShare),
    running: sumsOf(blocks, worthOf),
  };
}

/** Prefix sums: at each index the sum of all items before it. */
export function sumsOf<T>(items: ArrayLike<T>, figure: (item: T, index: number) => number): Float64Array {
  const sums = new Float64Array(items.length + 1);
  for (let index = 0; index < items.length; index++) {
    sums[index + 1] = (sums[index] as number) + figure(items[index] as T, index);
  }
  return sums;
}

/** Characters of an element. */
export function charsIn({ sums, elements }: PageView, element: number): number {
  return sumWithin(sums.chars, elements, element);
}

export function linkedIn({ sums, elements }: PageView, element: number): number {
  return sumWithin(sums.linked, elements, element);
}

export function runningIn({ sums, elements }: PageView, element: number): number {
  return sumWithin(sums.running, elements, element);
}

export function sumWithin(sums: Float64Array, elements: BlockElements, element: number): number {
  return (sums[elements.end[element] as number] as number) - (sums[elements.first[element] as number] as number);
}

/** Sums of values over each element and its descendants. */
export function addUpwards({ elements }: PageView, own: readonly number[]): Float64Array {
  const sums = Float64Array.from(own);
  for (let element = sums.length - 1; element > 0; element--) {
    const outer = elements.parent[element] as number;
    if (outer !== -1) sums[outer] = (sums[outer] as number) + (sums[element] as number);
  }
  return sums;
}

/** Word hashes of a text that is no block. */
export function hashesOf(text: string): readonly number[] {
  return measureText(text).hashes;
}
