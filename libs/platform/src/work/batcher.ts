import { leaveWork } from '@orbweaver/messaging';

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
  /**
   * How many milliseconds after the begin of the last batch the next one may begin, asked for with every item; without
   * it, at once. So a lone item after a quiet time never waits, and a steady stream comes in batches.
   */
  gatherMs?: () => number;
}

interface Waiting<T> {
  item: T;
  weight: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Puts waiting items into one batch. An item that finds a free slot goes at once, unless it may wait for company: the
 * load decides how large batches are.
 */
export class Batcher<T> {
  private readonly waiting: Waiting<T>[] = [];
  private waitingWeight = 0;
  private running = 0;
  private beganAtMs = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private room: { promise: Promise<void>; free: () => void } | undefined;

  constructor(private readonly options: BatcherOptions<T>) {}

  /** Items that wait for their batch. */
  get count(): number {
    return this.waiting.length;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

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
    while (this.running < this.options.concurrency && this.waiting.length > 0 && !this.gathers()) {
      this.running += 1;
      this.beganAtMs = performance.now();
      // A batch holds pages of many jobs, so it must not inherit the scope of its first message.
      void leaveWork(() => this.handle(this.take())).finally(() => {
        this.running -= 1;
        this.fill();
      });
    }
    if (this.room !== undefined && this.waitingWeight < this.options.roomWeight) {
      this.room.free();
      this.room = undefined;
    }
  }

  /** Whether more items are waited for; then `fill` is called again in time. */
  private gathers(): boolean {
    clearTimeout(this.timer);
    const isFull = this.waiting.length >= this.options.maxItems || this.waitingWeight >= this.options.maxWeight;
    const leftMs = isFull ? 0 : this.beganAtMs + (this.options.gatherMs?.() ?? 0) - performance.now();
    if (leftMs <= 0) return false;
    this.timer = setTimeout(() => this.fill(), leftMs);
    return true;
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
