import { addressOf, PATH_KINDS, partsOf } from '../kind/page-address';
import { ARTICLE_DATA } from '../page-hints';
import type { PageView } from '../page-view';
import type { FeatureGroup } from './feature-group';

const MAX_ARTICLES = 20;

/** Counts and shares of the page, the same for all its blocks. */
export const pageFeatures: FeatureGroup = {
  names: [
    ...['pageChars', 'pageLinkShare', 'pageBlocks', 'pageRunning', 'pageRunningShare', 'pageArticles'],
    ...['ogArticle', 'dataArticle', 'addressDepth', 'addressKind', 'pageParagraphs', 'pagePrices', 'pageItems'],
  ],
  open(page) {
    const figures = figuresOf(page);
    return (_, row) => {
      for (const figure of figures) row.put(figure);
    };
  },
};

function figuresOf({ blocks, elements, hints, sums, totalChars, prices }: PageView): number[] {
  const counts = { article: 0, p: 0, li: 0 };
  for (const { localName } of elements.node) if (localName in counts) counts[localName as keyof typeof counts]++;
  const path = addressOf(hints)?.pathname ?? '/';
  const running = sums.running[blocks.length] as number;
  return [
    totalChars,
    (sums.linked[blocks.length] as number) / totalChars,
    blocks.length,
    running,
    running / totalChars,
    Math.min(MAX_ARTICLES, counts.article),
    Number(hints.type.includes('article')),
    Number(hints.structured.some((text) => ARTICLE_DATA.test(text))),
    partsOf(path).length,
    kindOf(path),
    counts.p,
    prices.reduce((sum, isPrice) => sum + isPrice, 0),
    counts.li,
  ];
}

/** The first of PATH_KINDS that matches, counted from 1; one more for home pages, 0 for others. */
function kindOf(path: string): number {
  if (path === '/') return PATH_KINDS.length + 1;
  return PATH_KINDS.findIndex(([, pattern]) => pattern.test(`${path}/`)) + 1;
}
