/** What a contender's process is told, and what it says: it is ready, or it has crawled. */
export interface CrawlOrder {
  start: string;
  count: number;
}
export interface CrawlReport {
  pages: number;
}

/** The life of a contender in a process of its own: one crawl after the other, until whoever started it is gone. */
export function contenderProcess(crawl: (order: CrawlOrder) => Promise<number>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async (order: CrawlOrder) => {
    const pages = await crawl(order);
    process.send?.({ pages } satisfies CrawlReport);
  });
  process.send?.('ready');
}
