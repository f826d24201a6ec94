import type { PageFailure } from '@orbweaver/core';

/** One browser's pages of some minutes; a host that is asked for again afterwards is refused again. */
const MAX_HOSTS = 1000;

/** The latest failure of each host, the oldest forgotten first. */
export class RefusalMemory {
  private readonly failures = new Map<string, PageFailure>();

  remember(host: string, failure: PageFailure): void {
    this.failures.delete(host);
    this.failures.set(host, failure);
    const [oldest] = this.failures.keys();
    if (this.failures.size > MAX_HOSTS && oldest !== undefined) this.failures.delete(oldest);
  }

  forget(host: string): void {
    this.failures.delete(host);
  }

  recall(host: string): PageFailure | undefined {
    return this.failures.get(host.toLowerCase());
  }
}
