/** What a contender's process is told. */
export interface CrawlOrder {
  start: string;
  count: number;
}

/** What it says: first that it is ready or what it lacks, then one answer to each order. */
export type ContenderMessage =
  | { kind: 'ready' }
  | { kind: 'missing'; reason: string }
  | { kind: 'crawled'; pages: number }
  | { kind: 'failed'; reason: string };

/** The life of a contender in a process of its own: one crawl after the other, until whoever started it is gone. */
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

/** For a contender that finds out, when it starts, that it cannot run. */
export function missingProcess(reason: string): void {
  tell({ kind: 'missing', reason });
  process.disconnect?.();
}

function tell(message: ContenderMessage): void {
  process.send?.(message);
}
