import { shingleAt, textHash } from '../characters';
import { IntMap } from '../int-map';
import { countIn, hashesOf, type PageView, sumsOf, sumWithin } from '../page-view';
import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

/** Elements outwards whose words are looked at, and blocks on either side. */
const WORD_LEVELS = [1, 2, 3, 5, 7];
const LONG_LEVELS = [2, 3, 5];
const WINDOWS = [3, 8, 25];
const OUTERMOST = Math.max(...WORD_LEVELS);
/** Outwards: the element whose legal words are counted. */
const LEGAL_LEVEL = 4;
const LEGAL_WORDS = IntMap.ofKeys(
  (
    'cookie cookies consent privacy warranty warranties liability liabilities copyright unsubscribe terms legitimate ' +
    'partners vendors gdpr'
  )
    .split(' ')
    .map(textHash),
);
/** Characters of the JSON-LD texts that are compared with the page's. */
const MAX_TEXTS = 200_000;
const LABELS = new Set(['caption', 'legend', 'summary']);
/** Below all that a lexicon says. */
const NOWHERE = -9;

/** The headings above a block, the words around it, and what the page says of itself elsewhere. */
export const sectionFeatures: FeatureGroup = {
  names: [
    ...['sectionMean', 'sectionWorst', 'sectionBest', 'fromSection', 'sectionHeading', 'sectionBeforeMean'],
    ...['outlineMean', 'outlineWorst', 'outlineInner', 'outlineOuter', 'fromOutline', 'outlineDepth'],
    ...WORD_LEVELS.map((level) => `textMean^${level}`),
    ...WINDOWS.map((reach) => `textMean±${reach}`),
    ...LONG_LEVELS.map((level) => `longMean^${level}`),
    ...['legalWords', 'inStructured', 'inDescription'],
  ],
  open(page) {
    const { blocks, elements, texts, headings } = page;
    const sections = findSections(page);
    const outlines = followOutline(page);
    const short = new Means(page, texts.mean, texts.known);
    const long = new Means(page, texts.longMean, texts.longKnown);
    const legal = sumsOf(blocks, ({ hashes }) => countIn(hashes, LEGAL_WORDS));
    const words = sumsOf(blocks, (block) => block.words);
    const structured = shinglesOf(textsOf(page.hints.structured));
    const description = shinglesOf(page.hints.descriptions.join(' '));
    const chain = new Int32Array(OUTERMOST + 1);
    return (index, row) => {
      const block = blocks[index] as TextBlock;
      const section = sections[index] as number;
      row.put(texts.mean[section] ?? 0);
      row.put(texts.worst[section] ?? 0);
      row.put(texts.best[section] ?? 0);
      row.put(section === -1 ? -1 : Math.min(200, index - section));
      row.put(headings[section] ?? 0);
      row.put(texts.mean[sections[section] ?? -1] ?? 0);
      const outline = outlines[index] as Outline;
      row.put(outline.mean);
      row.put(outline.worst);
      row.put(outline.inner);
      row.put(outline.outer);
      row.put(outline.last === -1 ? -1 : Math.min(200, index - outline.last));
      row.put(outline.depth);
      for (let level = 0, element = block.element; level <= OUTERMOST; level++) {
        chain[level] = element;
        if (element !== -1) element = elements.parent[element] as number;
      }
      const around = (level: number): number => chain[level] as number;
      for (const level of WORD_LEVELS) row.put(around(level) === -1 ? NOWHERE : short.within(around(level), index));
      for (const reach of WINDOWS) row.put(short.between(index - reach, index + reach + 1, index));
      for (const level of LONG_LEVELS) row.put(around(level) === -1 ? NOWHERE : long.within(around(level)));
      const outer = around(LEGAL_LEVEL);
      row.put(outer === -1 ? 0 : (100 * sumWithin(legal, elements, outer)) / (sumWithin(words, elements, outer) + 5));
      row.put(overlap(block.hashes, structured));
      row.put(overlap(block.hashes, description));
    };
  },
};

/** Means of a figure over ranges of blocks, of those that have it. */
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

/** By block: the heading before it, -1 without. */
function findSections({ blocks, headings, tags }: PageView): Int32Array {
  const sections = new Int32Array(blocks.length);
  let last = -1;
  blocks.forEach((_, index) => {
    sections[index] = last;
    if (headings[index] !== 0 || LABELS.has(tags[index] as string)) last = index;
  });
  return sections;
}

/** The headings that blocks stand under, level by level. */
interface Outline {
  mean: number;
  worst: number;
  /** The heading around the innermost one, and the outermost one. */
  inner: number;
  outer: number;
  /** The block of the innermost heading, -1 without. */
  last: number;
  depth: number;
}

/** By block; one for all blocks between two headings. */
function followOutline({ blocks, headings, texts }: PageView): Outline[] {
  const open: number[] = [];
  const said = (at: number | undefined): number =>
    at === undefined ? 0 : (texts.mean[at] as number) + (texts.pairMean[at] as number);
  const look = (): Outline => ({
    mean: open.reduce((sum, at) => sum + said(at), 0) / (open.length || 1),
    worst: open.reduce(
      (least, at) => Math.min(least, (texts.worst[at] as number) + (texts.pairWorst[at] as number)),
      0,
    ),
    inner: said(open.at(-2)),
    outer: said(open[0]),
    last: open.at(-1) ?? -1,
    depth: open.length,
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

/** Share of the block's rows of three words that stand in `known`; -1: nothing is known. */
function overlap(hashes: readonly number[], known: IntMap): number {
  if (known.size === 0) return -1;
  let found = 0;
  for (let at = 2; at < hashes.length; at++) if (known.get(shingleAt(hashes, at)) !== 0) found++;
  return hashes.length <= 2 ? 0 : found / (hashes.length - 2);
}

/** The texts in JSON-LD, broken scripts included. */
function textsOf(structured: readonly string[]): string {
  const texts: string[] = [];
  let chars = 0;
  const pattern = /"(?:articleBody|text|description|headline|name)"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){20,})"/g;
  for (const match of structured.join('\n').matchAll(pattern)) {
    const text = (match[1] as string)
      .replace(/\\[nrt]/g, ' ')
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/<[^>]{1,2000}>/g, ' ');
    texts.push(text);
    chars += text.length;
    if (chars > MAX_TEXTS) break;
  }
  return texts.join(' ');
}
