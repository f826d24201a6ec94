import { addUpwards, charsIn, isRunningText, linkedIn, type PageView, sumsOf, sumWithin } from '../page-view';

/** Members of a row of records. */
const RECORDS = 3;
/** Blocks of a record on average and share of the page that exclude menus. */
const BLOCKS_A_RECORD = 1.5;
const LEAST_SHARE = 0.02;

/** Siblings of the same name: items of a list, cards of a grid, posts of a thread, links of a menu. */
export interface Records {
  members: number[];
  chars: number;
  blocksEach: number;
  linkShare: number;
  /** Shares of the members with a heading, picture, price, date or running text. */
  withHeading: number;
  withPicture: number;
  withPrice: number;
  withDate: number;
  withText: number;
  textMean: number;
  /** The first block. */
  start: number;
}

/** By element; undefined for those without text. */
type RecordsOfElements = readonly (Records | undefined)[];

/** Shared by features and structure rules. */
const found = new WeakMap<PageView, RecordsOfElements>();

/** By element: the row that it is a member of. */
export function recordsOf(page: PageView): RecordsOfElements {
  const records = found.get(page) ?? findRecords(page);
  found.set(page, records);
  return records;
}

function findRecords(page: PageView): RecordsOfElements {
  const { elements, names } = page;
  const rows = new Map<number, number[]>();
  for (let element = 0; element < elements.node.length; element++) {
    if (elements.first[element] === elements.end[element]) continue;
    const key = (elements.parent[element] as number) * (names.most + 1) + (names.first[element] as number);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [element]);
    else row.push(element);
  }
  const measure = createMeasure(page);
  const records: (Records | undefined)[] = new Array(elements.node.length);
  for (const members of rows.values()) {
    const row = measure(members);
    for (const member of members) records[member] = row;
  }
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
    const count = members.length;
    const row: Records = {
      members,
      chars: 0,
      blocksEach: 0,
      linkShare: 0,
      withHeading: 0,
      withPicture: 0,
      withPrice: 0,
      withDate: 0,
      withText: 0,
      textMean: 0,
      start: elements.first[members[0] as number] as number,
    };
    for (const member of members) row.chars += charsIn(page, member);
    // Too few for statistics.
    if (count < RECORDS) return row;
    let linked = 0;
    let known = 0;
    let mean = 0;
    for (const member of members) {
      linked += linkedIn(page, member);
      known += sumWithin(knownSums, elements, member);
      mean += sumWithin(meanSums, elements, member);
      row.blocksEach += (elements.end[member] as number) - (elements.first[member] as number);
      if (sumWithin(headingSums, elements, member) > 0) row.withHeading++;
      if ((pictures[member] as number) > 0) row.withPicture++;
      if (sumWithin(priceSums, elements, member) > 0) row.withPrice++;
      if (sumWithin(dateSums, elements, member) > 0) row.withDate++;
      if (sumWithin(textSums, elements, member) > 0) row.withText++;
    }
    row.blocksEach /= count;
    row.linkShare = linked / (row.chars || 1);
    row.withHeading /= count;
    row.withPicture /= count;
    row.withPrice /= count;
    row.withDate /= count;
    row.withText /= count;
    row.textMean = known === 0 ? 0 : mean / known;
    return row;
  };
}

/** By element: the innermost record around it, and the outermost one of a row that is no menu. */
export function findAround({ elements, totalChars }: PageView, records: RecordsOfElements) {
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
