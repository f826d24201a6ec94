import { leaveEphemeral } from '@orbweaver/messaging';

export interface BatcherOptions<T> {
  /** Handles all items or none. */
  run: (items: T[]) => Promise<void>;
  /** Whether each item of a failed batch would fail alone too, so that a second try is useless. */
  isHopeless: (error: unknown) => boolean;
  maxItems: number;
  /** A batch closes at this weight. A heavier item goes alone. */
  maxWeight: number;
  weigh: (item: T) => number;
  /** How many batches run at once. */
  concurrency: number;
  /** There is no room once this much weight waits. */
  roomWeight: number;
}

interface Waiting<T> {
  item: T;
  weight: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Puts waiting items into one batch. No item waits for company: one that finds a free slot goes at once, alone, and
 * batches form only while all slots are taken. So there is no timer, and the load decides the size.
 */
export class Batcher<T> {
  private readonly waiting: Waiting<T>[] = [];
  private waitingWeight = 0;
  private running = 0;
  private room: { promise: Promise<void>; free: () => void } | undefined;

  constructor(private readonly options: BatcherOptions<T>) {}

  /**
   * Resolves when the item is handled. Rejects with the error of its batch, or with its own when it was tried alone.
   */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      const weight = this.options.weigh(item);
      this.waiting.push({ item, weight, resolve, reject });
      this.waitingWeight += weight;
      this.fill();
    });
  }

  /** Undefined when there is room; otherwise resolves when there is. */
  untilRoom(): Promise<void> | undefined {
    if (this.waitingWeight < this.options.roomWeight) return undefined;
    if (this.room === undefined) {
      let free!: () => void;
      const promise = new Promise<void>((resolve) => {
        free = resolve;
      });
      this.room = { promise, free };
    }
    return this.room.promise;
  }

  private fill(): void {
    while (this.running < this.options.concurrency && this.waiting.length > 0) {
      this.running += 1;
      // A batch holds pages of many jobs, so it must not inherit the scope of its first message.
      void leaveEphemeral(() => this.handle(this.take())).finally(() => {
        this.running -= 1;
        this.fill();
      });
    }
    if (this.room !== undefined && this.waitingWeight < this.options.roomWeight) {
      this.room.free();
      this.room = undefined;
    }
  }

  private take(): Waiting<T>[] {
    let count = 0;
    let weight = 0;
    while (count < this.waiting.length && count < this.options.maxItems) {
      const next = this.waiting[count]!.weight;
      if (count > 0 && weight + next > this.options.maxWeight) break;
      weight += next;
      count += 1;
    }
    this.waitingWeight -= weight;
    return this.waiting.splice(0, count);
  }

  private async handle(batch: Waiting<T>[]): Promise<void> {
    try {
      await this.options.run(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1 || this.options.isHopeless(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One bad item must not fail its neighbours.
      for (const entry of batch) await this.handle([entry]);
    }
  }
}
