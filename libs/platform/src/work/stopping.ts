import { setMaxListeners } from 'node:events';

export class Stopping {
  private readonly controller = new AbortController();
  private readonly work = new Set<() => number>();

  constructor() {
    // Each running page adds a listener; their number is limited by the slots, not ten.
    setMaxListeners(0, this.controller.signal);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }

  /** Extends the drain by the time until the last deadline of running work (0 if none). */
  awaitWork(leftMs: () => number): void {
    this.work.add(leftMs);
  }

  get longestWorkMs(): number {
    return Math.max(0, ...[...this.work].map((leftMs) => leftMs()));
  }
}
