import type { PageFailure } from '@orbweaver/core';
import { LRUCache } from 'lru-cache';

/** One browser's pages of some minutes. A server that is asked again afterwards refuses again. */
const MAX_TARGETS = 1000;

/** The latest failure of each server (host and port). */
export class RefusalMemory {
  private readonly failures = new LRUCache<string, PageFailure>({ max: MAX_TARGETS });

  remember(target: string, failure: PageFailure): void {
    this.failures.set(target, failure);
  }

  forget(target: string): void {
    this.failures.delete(target);
  }

  /** Those of all servers, the oldest first. */
  all(): PageFailure[] {
    return [...this.failures.rvalues()].filter((failure) => failure !== undefined);
  }

  recall(target: string): PageFailure | undefined {
    return this.failures.get(target);
  }
}
