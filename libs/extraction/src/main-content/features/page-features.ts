import type { PageView } from '../page-view';
import type { FeatureGroup } from './feature-group';

const MAX_ARTICLES = 20;

/** Counts and shares of the page, the same for all its blocks. */
export const pageFeatures: FeatureGroup = {
  names: [
    ...['pageChars', 'pageLinkShare', 'pageBlocks', 'pageRunning', 'pageRunningShare', 'pageArticles'],
    ...['pageParagraphs', 'pagePrices', 'pageItems'],
  ],
  open(page) {
    const figures = figuresOf(page);
    return (_, row) => {
      for (const figure of figures) row.put(figure);
    };
  },
};

function figuresOf({ blocks, elements, sums, totalChars, prices }: PageView): number[] {
  const counts = { article: 0, p: 0, li: 0 };
  for (const { localName } of elements.node) if (localName in counts) counts[localName as keyof typeof counts]++;
  const running = sums.running[blocks.length] as number;
  return [
    totalChars,
    (sums.linked[blocks.length] as number) / totalChars,
    blocks.length,
    running,
    running / totalChars,
    Math.min(MAX_ARTICLES, counts.article),
    counts.p,
    prices.reduce((sum, isPrice) => sum + isPrice, 0),
    counts.li,
  ];
}
