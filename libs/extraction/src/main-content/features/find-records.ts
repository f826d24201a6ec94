import { addUpwards, charsIn, isRunningText, linkedIn, type PageView, sumsOf, sumWithin } from '../page-view';
import type { ElementName } from './element-names';

/** As many make a row of records. */
const RECORDS = 3;
/** Blocks a record on average, and share of the page: more than a menu. */
const BLOCKS_A_RECORD = 1.5;
const LEAST_SHARE = 0.02;
const LAST_RANK = 50;
/** More than a page has. */
const MAX_NAMES = 1_000_000;

/** Siblings that are called the same: the items of a list, the cards of a grid, the posts of a thread, the links of a menu. */
export interface Records {
  members: number[];
  chars: number;
  blocksEach: number;
  linkShare: number;
  /** Shares of the members that hold one. */
  withHeading: number;
  withPicture: number;
  withPrice: number;
  withDate: number;
  withText: number;
  textMean: number;
  start: number;
  /** Among all rows of records of the page, by length. */
  rank: number;
}

/** Of siblings too few to be asked for more. */
const NO_RECORDS = {
  ...{ blocksEach: 0, linkShare: 0, withHeading: 0, withPicture: 0, withPrice: 0, withDate: 0, withText: 0 },
  ...{ textMean: 0, rank: LAST_RANK },
};

/** By element. Elements without text belong to none. */
export function findRecords(page: PageView, names: readonly ElementName[]): (Records | undefined)[] {
  const { elements } = page;
  const rows = new Map<number, number[]>();
  names.forEach(({ first }, element) => {
    if (elements.first[element] === elements.end[element]) return;
    const key = (elements.parent[element] as number) * MAX_NAMES + first;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [element]);
    else row.push(element);
  });
  const measure = createMeasure(page);
  const measured = [...rows.values()].map(measure);
  const ranked = measured.filter(
    ({ members, blocksEach }) => members.length >= RECORDS && blocksEach >= BLOCKS_A_RECORD,
  );
  ranked.sort((a, b) => b.chars - a.chars || a.start - b.start);
  ranked.forEach((row, rank) => {
    row.rank = Math.min(LAST_RANK, rank);
  });
  const records: (Records | undefined)[] = new Array(elements.node.length);
  for (const row of measured) for (const member of row.members) records[member] = row;
  return records;
}

function createMeasure(page: PageView): (members: number[]) => Records {
  const { blocks, elements, headings, prices, dates, texts } = page;
  const pictures = addUpwards(page, elements.pictures);
  const headingSums = sumsOf(headings, (level) => Number(level > 0));
  const priceSums = sumsOf(prices, (isPrice) => isPrice);
  const dateSums = sumsOf(dates, (isDate) => isDate);
  const textSums = sumsOf(blocks, (block) => Number(isRunningText(block)));
  const meanSums = sumsOf(texts.mean, (mean) => mean);
  const knownSums = sumsOf(texts.known, (known) => Number(known > 0));
  return (members) => {
    const total = (figure: (member: number) => number): number =>
      members.reduce((sum, member) => sum + figure(member), 0);
    const share = (sums: Float64Array): number =>
      total((member) => Number(sumWithin(sums, elements, member) > 0)) / members.length;
    const chars = total((member) => charsIn(page, member));
    const start = elements.first[members[0] as number] as number;
    if (members.length < RECORDS) return { ...NO_RECORDS, members, chars, start };
    const known = total((member) => sumWithin(knownSums, elements, member));
    return {
      members,
      chars,
      blocksEach:
        total((member) => (elements.end[member] as number) - (elements.first[member] as number)) / members.length,
      linkShare: total((member) => linkedIn(page, member)) / (chars || 1),
      withHeading: share(headingSums),
      withPicture: total((member) => Number((pictures[member] as number) > 0)) / members.length,
      withPrice: share(priceSums),
      withDate: share(dateSums),
      withText: share(textSums),
      textMean: known === 0 ? 0 : total((member) => sumWithin(meanSums, elements, member)) / known,
      start,
      rank: LAST_RANK,
    };
  };
}

/** By element: the innermost record that it is or stands in, and the outermost one of a row that is more than a menu. */
export function findAround({ elements, totalChars }: PageView, records: readonly (Records | undefined)[]) {
  const inner = new Int32Array(elements.node.length);
  const outer = new Int32Array(elements.node.length);
  for (let element = 0; element < inner.length; element++) {
    const parent = elements.parent[element] as number;
    const row = records[element];
    const isRecord = row !== undefined && row.members.length >= RECORDS;
    const isMuch = isRecord && row.blocksEach >= BLOCKS_A_RECORD && row.chars > LEAST_SHARE * totalChars;
    inner[element] = isRecord ? element : parent === -1 ? -1 : (inner[parent] as number);
    const outermost = parent === -1 ? -1 : (outer[parent] as number);
    outer[element] = outermost !== -1 ? outermost : isMuch ? element : -1;
  }
  return { inner, outer };
}
