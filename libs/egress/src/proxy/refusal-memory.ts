import type { PageFailure } from '@orbweaver/core';
import { portOf } from '@orbweaver/core';
import { LRUCache } from 'lru-cache';

/** A server: host without brackets, and port. Rules may differ per port. */
export function targetOf(url: URL): string {
  return `${url.hostname.replace(/^\[(.*)\]$/, '$1')}:${portOf(url)}`;
}

/** Covers the pages of one browser for some minutes. A forgotten server fails again. */
const MAX_TARGETS = 1000;

/** The latest failure by server (host and port). */
export class RefusalMemory {
  private readonly failures = new LRUCache<string, PageFailure>({ max: MAX_TARGETS });

  remember(target: string, failure: PageFailure): void {
    this.failures.set(target, failure);
  }

  forget(target: string): void {
    this.failures.delete(target);
  }

  all(): PageFailure[] {
    return [...this.failures.rvalues()].filter((failure) => failure !== undefined);
  }

  recall(target: string): PageFailure | undefined {
    return this.failures.get(target);
  }
}
