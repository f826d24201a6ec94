import { parseUrl } from '@orbweaver/core';
import { ARTICLE_DATA } from '../page-hints';
import type { PageView } from '../page-view';
import { type FeatureGroup, log } from './feature-group';

/** What kind of page an address speaks of; the first that matches. */
const ADDRESS_KINDS: readonly RegExp[] = [
  /\/(forum|forums|thread|threads|topic|t|viewtopic|showthread|discussion|discussions|questions|r|comments)(\/|\.|$)/i,
  /\/(products?|p|item|dp|shop\/.{1,2000})\//i,
  /\/(collections?|category|categories|c|shop|catalog|browse|tag|tags)\//i,
  /\/(docs?|documentation|api|reference|guide|manual|wiki|learn|tutorials?)\//i,
  /\/(blog|news|article|articles|story|stories|20\d\d|post|posts)\//i,
];

/** What kind of page this is; the same for all its blocks. */
export const pageFeatures: FeatureGroup = {
  names: [
    ...['pageChars', 'pageLinkShare', 'pageBlocks', 'pageRunning', 'pageRunningShare', 'pageArticles'],
    ...['saysArticle', 'dataArticle', 'dataProduct', 'dataForum', 'dataList', 'addressDepth', 'addressKind'],
    ...['pageTitles', 'pageParagraphs', 'pagePrices', 'pageItems'],
  ],
  open(page) {
    const figures = figuresOf(page);
    return (_, row) => {
      for (const figure of figures) row.put(figure);
    };
  },
};

function figuresOf(page: PageView): number[] {
  const { blocks, elements, hints, sums } = page;
  const counts = new Map<string, number>();
  for (const { localName } of elements.node) counts.set(localName, (counts.get(localName) ?? 0) + 1);
  const count = (name: string): number => counts.get(name) ?? 0;
  const path = pathOf(hints.canonical);
  const says = (pattern: RegExp): number => Number(hints.structured.some((text) => pattern.test(text)));
  const running = sums.running[blocks.length] as number;
  return [
    log(page.totalChars),
    (sums.linked[blocks.length] as number) / page.totalChars,
    log(blocks.length),
    log(running),
    running / page.totalChars,
    Math.min(20, count('article')),
    Number(hints.type.includes('article')),
    says(ARTICLE_DATA),
    says(/"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"Product/),
    says(/"(DiscussionForumPosting|QAPage|Question)"/),
    says(/"(ItemList|CollectionPage)"/),
    path.split('/').filter((part) => part !== '').length,
    kindOf(path),
    count('h1'),
    log(count('p')),
    log(page.prices.reduce((sum, isPrice) => sum + isPrice, 0)),
    log(count('li')),
  ];
}

function kindOf(path: string): number {
  if (path === '/') return ADDRESS_KINDS.length + 1;
  return ADDRESS_KINDS.findIndex((kind) => kind.test(`${path}/`)) + 1;
}

function pathOf(address: string): string {
  return parseUrl(address, 'http://page/')?.pathname ?? '/';
}
