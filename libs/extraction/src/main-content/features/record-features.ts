import { addUpwards, charsIn, isRunningText, linkedIn, type PageView, sumsOf, sumWithin } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { type FeatureGroup, log } from './feature-group';
import { endsSentence } from './text-features';

/** As many make a row of records. */
const RECORDS = 3;
/** Blocks a record on average, and share of the page: more than a menu. */
const BLOCKS_A_RECORD = 1.5;
const LEAST_SHARE = 0.02;
const LAST_RANK = 50;
const MAX_CLASS_CHARS = 40;

/** Siblings that are called the same: the items of a list, the cards of a grid, the posts of a thread, the links of a menu. */
interface Records {
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

const FIGURES = [
  ...['Count', 'BlocksEach', 'CharsEach', 'LinkShare', 'WithHeading', 'WithPicture', 'WithPrice', 'WithDate'],
  ...['WithText', 'ShareOfPage', 'Place', 'Rank', 'TextMean', 'FromTitle'],
];

/** The innermost row of records that a block belongs to, the outermost, and the blocks in the same kind of place. */
export const recordFeatures: FeatureGroup = {
  names: [
    ...['siblingsAlike', 'charsOfAlike'],
    ...FIGURES.map((figure) => `inner${figure}`),
    ...FIGURES.map((figure) => `outer${figure}`),
    ...[
      'peers',
      'peerChars',
      'peerLinkShare',
      'peerTextMean',
      'peerSentences',
      'peerDates',
      'peerUnique',
      'peerSpread',
    ],
    ...['peerPlace', 'peerSpan'],
  ],
  open(page) {
    const { blocks, elements, title, totalChars } = page;
    const records = findRecords(page);
    const { inner, outer } = findAround(page, records);
    const peers = findPeers(page);
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      const own = records[element];
      row.put(log(own?.members.length ?? 1));
      row.put(log(own === undefined ? 0 : own.chars / own.members.length));
      for (const member of [inner[element] as number, outer[element] as number]) {
        const around = records[member];
        if (around === undefined) {
          for (const _ of FIGURES) row.put(-1);
          continue;
        }
        const count = around.members.length;
        const first = elements.first[member] as number;
        row.put(log(count));
        row.put(log(around.blocksEach));
        row.put(log(around.chars / count));
        row.put(around.linkShare);
        row.put(around.withHeading);
        row.put(around.withPicture);
        row.put(around.withPrice);
        row.put(around.withDate);
        row.put(around.withText);
        row.put(around.chars / totalChars);
        row.put((index - first) / ((elements.end[member] as number) - first));
        row.put(around.rank);
        row.put(around.textMean);
        row.put(title === -1 ? 0 : Math.max(-50, Math.min(200, around.start - title)));
      }
      const { group, place } = peers[index] as { group: Peers; place: number };
      const { count } = group;
      const meanChars = group.logChars / count;
      row.put(log(count));
      row.put(log(group.chars / count));
      row.put(group.linked / group.chars);
      row.put(group.textMean / count);
      row.put(group.sentences / count);
      row.put(group.dates / count);
      row.put(group.unique / count);
      row.put(Math.sqrt(Math.max(0, group.logChars2 / count - meanChars * meanChars)));
      row.put(Math.min(100, place));
      row.put((group.last - group.first + 1) / blocks.length);
    };
  },
};

/** By element. Elements without text belong to none. */
function findRecords(page: PageView): (Records | undefined)[] {
  const { elements } = page;
  const rows = new Map<string, number[]>();
  elements.node.forEach(({ localName, attributes }, element) => {
    if (elements.first[element] === elements.end[element]) return;
    const name = (attributes.class ?? '').slice(0, MAX_CLASS_CHARS).split(/\s/, 1)[0]?.replace(/\d+/g, '0');
    const key = `${elements.parent[element]} ${localName} ${name}`;
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
      start: elements.first[members[0] as number] as number,
      rank: LAST_RANK,
    };
  };
}

/** By element: the innermost record that it is or stands in, and the outermost one of a row that is more than a menu. */
function findAround({ elements, totalChars }: PageView, records: readonly (Records | undefined)[]) {
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

/** More than a page has, and small enough for three of them to make one whole number. */
const NAMES = 200_000;

/** Blocks whose innermost three elements are called the same. */
interface Peers {
  count: number;
  chars: number;
  logChars: number;
  logChars2: number;
  linked: number;
  textMean: number;
  sentences: number;
  dates: number;
  unique: number;
  first: number;
  last: number;
}

function findPeers({ blocks, elements, texts, dates }: PageView): { group: Peers; place: number }[] {
  const names = new Map<string, number>();
  const nameOf = elements.node.map(({ localName, attributes }) => {
    const key = `${localName}.${(attributes.class ?? '').slice(0, MAX_CLASS_CHARS).replace(/\d+/g, '0')}`;
    const known = names.get(key) ?? names.size + 1;
    names.set(key, known);
    return known;
  });
  const copies = new Map<string, number>();
  for (const { text } of blocks) copies.set(text, (copies.get(text) ?? 0) + 1);
  const groups = new Map<number, Peers>();
  return blocks.map(({ element, text, linkShare }, index) => {
    const parent = elements.parent[element] as number;
    const grandparent = parent === -1 ? -1 : (elements.parent[parent] as number);
    const key = ((nameOf[element] as number) * NAMES + (nameOf[parent] ?? 0)) * NAMES + (nameOf[grandparent] ?? 0);
    const group = groups.get(key) ?? startPeers(index);
    groups.set(key, group);
    const chars = log(text.length);
    group.chars += text.length;
    group.logChars += chars;
    group.logChars2 += chars * chars;
    group.linked += text.length * linkShare;
    group.textMean += texts.mean[index] as number;
    group.sentences += Number(endsSentence(text));
    group.dates += dates[index] as number;
    group.unique += Number(copies.get(text) === 1);
    group.last = index;
    return { group, place: group.count++ };
  });
}

function startPeers(first: number): Peers {
  return {
    count: 0,
    chars: 0,
    logChars: 0,
    logChars2: 0,
    linked: 0,
    textMean: 0,
    sentences: 0,
    dates: 0,
    unique: 0,
    first,
    last: first,
  };
}
