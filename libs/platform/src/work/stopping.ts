import { setMaxListeners } from 'node:events';

/** Tells every part of a process to end: take nothing new, finish what runs. */
export class Stopping {
  private readonly controller = new AbortController();

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
}
