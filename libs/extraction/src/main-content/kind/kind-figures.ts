import { type Records, recordsOf } from '../features/find-records';
import { ARTICLE_DATA } from '../page-hints';
import { isRunningText, type PageView } from '../page-view';
import { HEADING_SIGNALS } from '../signals/heading-signals';
import { LINE_SIGNALS } from '../signals/line-signals';
import { NAME_SIGNALS } from '../signals/name-signals';
import type { TextBlock } from '../text-blocks';
import { addressOf, PATH_KINDS, partsOf } from './page-address';

const HOSTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'Documentation',
    /(?:^|\.)(?:docs?|developers?|api|learn|help|support|wiki|manual)\b|readthedocs|\.github\.io$|wikipedia/i,
  ],
  [
    'Forum',
    /(?:^|\.)(?:forums?|community|discuss|discourse|answers|boards?)\b|forum|stackexchange|stackoverflow|reddit/i,
  ],
  ['Shop', /(?:^|\.)(?:shop|store|buy)\b/i],
  ['Blog', /(?:^|\.)(?:blogs?|news|magazine)\b|blog|news|times|post\b/i],
];
/** Types of JSON-LD. */
const DATA: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Article', ARTICLE_DATA],
  ['Product', /"(?:Product|ProductGroup)"/],
  ['List', /"(?:ItemList|CollectionPage|OfferCatalog)"/],
  ['Thread', /"(?:DiscussionForumPosting|QAPage|Question|Answer)"/],
  ['Faq', /"FAQPage"/],
  ['Business', /"(?:LocalBusiness|Service|ProfessionalService|SoftwareApplication|Organization|Corporation)"/],
  ['Crumbs', /"BreadcrumbList"/],
  ['Offer', /"offers"\s{0,9}:/],
  ['Page', /"(?:WebPage|AboutPage|ContactPage)"/],
];
const PRODUCTS = /"(?:Product|ProductGroup)"/g;
const MAX_PRODUCTS = 50;
const OPEN_GRAPH = ['article', 'product', 'website', 'profile', 'video'];
const ELEMENTS = [
  'article',
  'p',
  'li',
  'pre',
  'tr',
  'td',
  'dt',
  'form',
  'section',
  'blockquote',
  'nav',
  'main',
  'figure',
  'h1',
  'h2',
  'h3',
  'time',
  'aside',
];
const FIGURES_OF_RECORDS = [
  'Members',
  'BlocksEach',
  'LinkShare',
  'Share',
  'CharsEach',
  'Heading',
  'Picture',
  'Price',
  'Date',
  'Text',
];
/** Rows of records, from the largest on, that are looked at. */
const ROWS = 2;
const LONG_WORDS = 40;

export const KIND_FIGURE_NAMES: readonly string[] = [
  ...['depth', 'slugWords', 'slugDigits', 'hasQuery', 'hasExtension', 'isHome'],
  ...PATH_KINDS.map(([name]) => `path${name}`),
  ...HOSTS.map(([name]) => `host${name}`),
  ...DATA.map(([name]) => `data${name}`),
  'dataProducts',
  ...OPEN_GRAPH.map((type) => `og:${type}`),
  ...ELEMENTS,
  ...['chars', 'blocks', 'linkShare', 'running', 'runningShare', 'bodyShare', 'longest', 'longBlocks', 'runningBlocks'],
  ...[
    'codeShare',
    'buttonShare',
    'pictures',
    'controls',
    'prices',
    'dates',
    'questions',
    'copies',
    'titleWords',
    'titlePlace',
  ],
  ...Array.from({ length: ROWS }, (_, row) => FIGURES_OF_RECORDS.map((figure) => `row${row}${figure}`)).flat(),
  ...NAME_SIGNALS.map(({ id }) => `name:${id}`),
  ...HEADING_SIGNALS.map(({ id }) => `heading:${id}`),
  ...LINE_SIGNALS.map(({ id }) => `line:${id}`),
];

/** Features of a page for the kind head, one for each of KIND_FIGURE_NAMES. */
export function kindFigures(page: PageView): Float32Array {
  return Float32Array.from([
    ...addressFigures(page),
    ...dataFigures(page),
    ...countFigures(page),
    ...recordFigures(page),
    ...signalFigures(page),
  ]);
}

function addressFigures({ hints }: PageView): number[] {
  const url = addressOf(hints);
  const path = url?.pathname ?? '/';
  const host = url?.hostname ?? '';
  const parts = partsOf(path);
  const slug = parts.at(-1) ?? '';
  return [
    parts.length,
    slug.split(/[-_]/).length,
    slug.match(/\d/g)?.length ?? 0,
    Number((url?.search ?? '') !== ''),
    Number(/\.[a-z]{3,5}$/i.test(slug)),
    Number(path === '/'),
    ...PATH_KINDS.map(([, pattern]) => Number(pattern.test(`${path}/`))),
    ...HOSTS.map(([, pattern]) => Number(pattern.test(host))),
  ];
}

function dataFigures({ hints: { structured, type } }: PageView): number[] {
  const products = structured.reduce((sum, text) => sum + (text.match(PRODUCTS)?.length ?? 0), 0);
  return [
    ...DATA.map(([, pattern]) => Number(structured.some((text) => pattern.test(text)))),
    Math.min(MAX_PRODUCTS, products),
    ...OPEN_GRAPH.map((known) => Number(type.includes(known))),
  ];
}

function countFigures(page: PageView): number[] {
  const { blocks, elements, sums, headings, copies, prices, dates, title } = page;
  const counts = new Map<string, number>();
  for (const { localName } of elements.node) counts.set(localName, (counts.get(localName) ?? 0) + 1);
  const total = page.totalChars;
  const running = sums.running[blocks.length] as number;
  const sum = (figure: (block: TextBlock, index: number) => number): number =>
    blocks.reduce((all, block, index) => all + figure(block, index), 0);
  const body = (elements.end[page.body] as number) - (elements.first[page.body] as number);
  return [
    ...ELEMENTS.map((name) => counts.get(name) ?? 0),
    total,
    blocks.length,
    (sums.linked[blocks.length] as number) / total,
    running,
    running / total,
    body / (blocks.length || 1),
    blocks.reduce((most, { chars }) => Math.max(most, chars), 0),
    sum(({ words }) => Number(words >= LONG_WORDS)),
    sum((block) => Number(isRunningText(block))),
    sum(({ isPre, chars }) => (isPre ? chars : 0)) / total,
    sum(({ buttonShare, chars }) => buttonShare * chars) / total,
    elements.pictures.reduce((all, count) => all + count, 0),
    elements.controls.reduce((all, count) => all + count, 0),
    sum((_, index) => prices[index] as number),
    sum((_, index) => dates[index] as number),
    sum(({ text }, index) => Number(headings[index] !== 0 && /[?？؟]$/.test(text))),
    sum((_, index) => 1 - (copies.isUnique[index] as number)) / (blocks.length || 1),
    blocks[title]?.words ?? -1,
    title / (blocks.length || 1),
  ];
}

function recordFigures(page: PageView): number[] {
  const rows = [...new Set(recordsOf(page))].filter(
    (row): row is Records => row !== undefined && row.members.length >= 3,
  );
  rows.sort((a, b) => b.chars * (1 - b.linkShare) - a.chars * (1 - a.linkShare) || a.start - b.start);
  return Array.from({ length: ROWS }, (_, index) => {
    const row = rows[index];
    if (row === undefined) return FIGURES_OF_RECORDS.map(() => -1);
    const { members, chars } = row;
    return [
      members.length,
      row.blocksEach,
      row.linkShare,
      chars / page.totalChars,
      chars / members.length,
      row.withHeading,
      row.withPicture,
      row.withPrice,
      row.withDate,
      row.withText,
    ];
  }).flat();
}

function signalFigures({ names, signals }: PageView): number[] {
  const count = (masks: ArrayLike<number>, of: readonly unknown[]): number[] => {
    const counts = of.map(() => 0);
    for (let at = 0; at < masks.length; at++)
      for (let mask = masks[at] as number; mask !== 0; mask &= mask - 1) {
        const bit = 31 - Math.clz32(mask & -mask);
        counts[bit] = (counts[bit] as number) + 1;
      }
    return counts;
  };
  return [
    ...count(names.signals, NAME_SIGNALS),
    ...count(signals.headings, HEADING_SIGNALS),
    ...count(signals.lines, LINE_SIGNALS),
  ];
}
