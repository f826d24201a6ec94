import { setMaxListeners } from 'node:events';

/** Tells every part of a process to end: take nothing new, finish what runs. */
export class Stopping {
  private readonly controller = new AbortController();
  private readonly work = new Set<() => number>();

  constructor() {
    // Every page under way listens: the slots bound their number, not ten.
    setMaxListeners(0, this.controller.signal);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }

  /** Extends the drain. `leftMs`: time until the last deadline of work in flight; 0 if there is none. */
  awaitWork(leftMs: () => number): void {
    this.work.add(leftMs);
  }

  /** Time until the last deadline of work in flight, for all services in this process. */
  get longestWorkMs(): number {
    return Math.max(0, ...[...this.work].map((leftMs) => leftMs()));
  }
}
