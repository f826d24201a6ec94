import type { DocumentContent } from '@orbweaver/core';

/** What the actions of a page gave, each list in the order of execution. */
export type ActionResults = NonNullable<DocumentContent['actions']>;

/**
 * Limits the characters that a page's actions return together. A document may have 32 MiB; this leaves a third of it to
 * the formats.
 */
const MAX_OUTPUT_CHARS = 20 * 1024 * 1024;

/** Collects the results of actions up to MAX_OUTPUT_CHARS. */
export class ActionOutput {
  readonly results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
  readonly warnings: string[] = [];
  private chars = 0;

  /** `chars` is the size of `result`. Throws when it does not fit. */
  add<K extends keyof ActionResults>(kind: K, result: ActionResults[K][number], chars: number): void {
    if (chars > this.roomChars()) {
      throw new Error('the results of the actions would be larger than 20 MiB in all');
    }
    this.chars += chars;
    (this.results[kind] as ActionResults[K][number][]).push(result);
  }

  roomChars(): number {
    return MAX_OUTPUT_CHARS - this.chars;
  }
}
