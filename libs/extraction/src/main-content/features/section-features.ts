import { shingleAt } from '../characters';
import { IntMap } from '../int-map';
import { hashesOf, type PageView, sumsOf } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { openElementsAround } from './elements-around';
import type { FeatureGroup } from './feature-group';

/** Levels of ancestors whose short and long blocks are averaged, and blocks on either side. */
const WORD_LEVELS = [5, 7];
const LONG_LEVELS = [2, 3, 5];
const OUTERMOST = Math.max(...WORD_LEVELS, ...LONG_LEVELS);
const WINDOWS = [8, 25];
const LABELS = new Set(['caption', 'legend', 'summary']);
/** Below every weight of the lexicon. */
const NOWHERE = -9;

/** Headings above a block, lexicon weights of the words around it, and overlap with the description of the page. */
export const sectionFeatures: FeatureGroup = {
  names: [
    ...['fromSection', 'outlineWorst', 'outlineOuter', 'fromOutline'],
    ...WORD_LEVELS.map((level) => `textMean^${level}`),
    ...WINDOWS.map((reach) => `textMean±${reach}`),
    ...LONG_LEVELS.map((level) => `longMean^${level}`),
    'inDescription',
  ],
  open(page) {
    const { blocks, elements, texts } = page;
    const sections = findSections(page);
    const outlines = followOutline(page);
    const short = new Means(page, texts.mean, texts.known);
    const long = new Means(page, texts.longMean, texts.longKnown);
    const description = shinglesOf(page.hints.descriptions.join(' '));
    const elementsAround = openElementsAround(elements, OUTERMOST);
    return (index, row) => {
      const { element, hashes } = blocks[index] as TextBlock;
      const section = sections[index] as number;
      const outline = outlines[index] as Outline;
      const around = elementsAround(element);
      row.put(section === -1 ? -1 : Math.min(200, index - section));
      row.put(outline.worst);
      row.put(outline.outer);
      row.put(outline.last === -1 ? -1 : Math.min(200, index - outline.last));
      for (const level of WORD_LEVELS) {
        const outer = around[level] as number;
        row.put(outer === -1 ? NOWHERE : short.within(outer, index));
      }
      for (const reach of WINDOWS) row.put(short.between(index - reach, index + reach + 1, index));
      for (const level of LONG_LEVELS) {
        const outer = around[level] as number;
        row.put(outer === -1 ? NOWHERE : long.within(outer));
      }
      row.put(overlap(hashes, description));
    };
  },
};

/** Means over ranges of blocks, of those with a known value. */
class Means {
  private readonly sums: Float64Array;
  private readonly counts: Float64Array;

  constructor(
    private readonly page: PageView,
    private readonly figures: Float32Array,
    private readonly known: Uint8Array,
  ) {
    this.sums = sumsOf(figures, (figure, index) => (known[index] === 0 ? 0 : figure));
    this.counts = sumsOf(known, (words) => Number(words > 0));
  }

  within(element: number, without?: number): number {
    const { first, end } = this.page.elements;
    return this.between(first[element] as number, end[element] as number, without);
  }

  between(from: number, to: number, without?: number): number {
    const start = Math.max(0, from);
    const stop = Math.min(this.figures.length, to);
    let sum = (this.sums[stop] as number) - (this.sums[start] as number);
    let count = (this.counts[stop] as number) - (this.counts[start] as number);
    if (without !== undefined && this.known[without] !== 0) {
      sum -= this.figures[without] as number;
      count--;
    }
    return count > 0 ? sum / count : 0;
  }
}

/** By block: the last heading before it, -1 without one. */
function findSections({ blocks, headings, tags }: PageView): Int32Array {
  const sections = new Int32Array(blocks.length);
  let last = -1;
  blocks.forEach((_, index) => {
    sections[index] = last;
    if (headings[index] !== 0 || LABELS.has(tags[index] as string)) last = index;
  });
  return sections;
}

/** Headings above a block, one of each level. */
interface Outline {
  /** Weight of the worst word in any of them, and mean weight of the outermost. */
  worst: number;
  outer: number;
  /** Block of the innermost heading, -1 without one. */
  last: number;
}

/** By block; shared by all blocks between two headings. */
function followOutline({ blocks, headings, texts }: PageView): Outline[] {
  const open: number[] = [];
  const look = (): Outline => ({
    worst: open.reduce((least, at) => Math.min(least, texts.worst[at] as number), 0),
    outer: texts.mean[open[0] ?? -1] ?? 0,
    last: open.at(-1) ?? -1,
  });
  let outline = look();
  return blocks.map((_, index) => {
    const above = outline;
    const level = headings[index] as number;
    if (level !== 0) {
      while (open.length > 0 && (headings[open.at(-1) as number] as number) >= level) open.pop();
      open.push(index);
      outline = look();
    }
    return above;
  });
}

function shinglesOf(text: string): IntMap {
  const hashes = hashesOf(text);
  const shingles = new IntMap(hashes.length);
  for (let at = 2; at < hashes.length; at++) shingles.set(shingleAt(hashes, at), 1);
  return shingles;
}

/** Share of the shingles of a block that are in `known`; -1 if `known` is empty. */
function overlap(hashes: readonly number[], known: IntMap): number {
  if (known.size === 0) return -1;
  let found = 0;
  for (let at = 2; at < hashes.length; at++) if (known.get(shingleAt(hashes, at)) !== 0) found++;
  return hashes.length <= 2 ? 0 : found / (hashes.length - 2);
}
