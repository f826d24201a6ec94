import type { PageFailure } from '@orbweaver/core';

/** One browser's pages of some minutes; a server that is asked again afterwards is refused again. */
const MAX_TARGETS = 1000;

/** The latest failure of each server (host and port), the oldest forgotten first. */
export class RefusalMemory {
  private readonly failures = new Map<string, PageFailure>();

  remember(target: string, failure: PageFailure): void {
    this.failures.delete(target);
    this.failures.set(target, failure);
    const [oldest] = this.failures.keys();
    if (this.failures.size > MAX_TARGETS && oldest !== undefined) this.failures.delete(oldest);
  }

  forget(target: string): void {
    this.failures.delete(target);
  }

  recall(target: string): PageFailure | undefined {
    return this.failures.get(target);
  }
}
