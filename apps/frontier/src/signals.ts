import { Injectable } from '@nestjs/common';

/** Says within this process that something may have changed; other processes notice by their ticks. */
export class Signal {
  private readonly listeners: (() => void)[] = [];

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  raise(): void {
    for (const listener of this.listeners) listener();
  }
}

@Injectable()
export class Signals {
  /** Pages may have become due, or leases free. */
  readonly pages = new Signal();
  /** A job waits for its seeds. */
  readonly seeds = new Signal();
}
