/** Order to a contender's process. */
export interface CrawlOrder {
  start: string;
  count: number;
}

/** Its messages: first ready or missing, then one result per order. */
export type ContenderMessage =
  | { kind: 'ready' }
  | { kind: 'missing'; reason: string }
  | { kind: 'crawled'; pages: number }
  | { kind: 'failed'; reason: string };

/** Main loop of a contender's process: one crawl after another, until its parent exits. */
export function contenderProcess(crawl: (order: CrawlOrder) => Promise<number>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (order: CrawlOrder) => {
    crawl(order).then(
      (pages) => tell({ kind: 'crawled', pages }),
      (error: unknown) => tell({ kind: 'failed', reason: String(error) }),
    );
  });
  tell({ kind: 'ready' });
}

/** Reports that the contender cannot run. */
export function missingProcess(reason: string): void {
  tell({ kind: 'missing', reason });
  process.disconnect?.();
}

function tell(message: ContenderMessage): void {
  process.send?.(message);
}
