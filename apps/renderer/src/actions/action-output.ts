import type { DocumentContent } from '@orbweaver/core';

/** The results of a page's actions, each list in the order of execution. */
export type ActionResults = NonNullable<DocumentContent['actions']>;

/** Limits the size of all results. A document may have 32 MiB; a third remains for the formats. */
const MAX_OUTPUT_CHARS = 20 * 1024 * 1024;

export class ActionOutput {
  readonly results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
  readonly warnings: string[] = [];
  private chars = 0;

  /** `chars`: the size of `result`. Throws when it does not fit. */
  add<K extends keyof ActionResults>(kind: K, result: ActionResults[K][number], chars: number): void {
    if (chars > this.roomChars()) {
      throw new Error('the results of all actions exceed the size limit (20 MiB)');
    }
    this.chars += chars;
    (this.results[kind] as ActionResults[K][number][]).push(result);
  }

  roomChars(): number {
    return MAX_OUTPUT_CHARS - this.chars;
  }
}
