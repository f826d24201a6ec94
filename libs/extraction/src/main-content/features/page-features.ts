import { parseUrl } from '@orbweaver/core';
import { ARTICLE_DATA } from '../page-hints';
import type { PageView } from '../page-view';
import type { FeatureGroup } from './feature-group';

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
    ...['saysArticle', 'dataArticle', 'addressDepth', 'addressKind', 'pageParagraphs', 'pagePrices', 'pageItems'],
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
  const running = sums.running[blocks.length] as number;
  return [
    page.totalChars,
    (sums.linked[blocks.length] as number) / page.totalChars,
    blocks.length,
    running,
    running / page.totalChars,
    Math.min(20, count('article')),
    Number(hints.type.includes('article')),
    Number(hints.structured.some((text) => ARTICLE_DATA.test(text))),
    path.split('/').filter((part) => part !== '').length,
    kindOf(path),
    count('p'),
    page.prices.reduce((sum, isPrice) => sum + isPrice, 0),
    count('li'),
  ];
}

function kindOf(path: string): number {
  if (path === '/') return ADDRESS_KINDS.length + 1;
  return ADDRESS_KINDS.findIndex((kind) => kind.test(`${path}/`)) + 1;
}

function pathOf(address: string): string {
  return parseUrl(address, 'http://page/')?.pathname ?? '/';
}
