import { runOutsideWork } from '@orbweaver/messaging';

export interface BatcherOptions<T> {
  run: (items: T[]) => Promise<void>;
  /** Whether every item would fail alone too, so that no retry is made. */
  isHopeless: (error: unknown) => boolean;
  maxItems: number;
  maxWeight: number;
  weigh: (item: T) => number;
  concurrency: number;
  roomWeight: number;
  /**
   * Minimum milliseconds between the starts of two batches, read with each item. Batches a steady stream without
   * delaying a single item. Default 0.
   */
  gatherMs?: () => number;
  /** Minimum milliseconds from the arrival of an item to its batch while `gatherMs` is not 0. Default 0. */
  settleMs?: number;
}

interface Waiting<T> {
  item: T;
  weight: number;
  addedAtMs: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Batches waiting items. An item runs at once if a slot is free and `gatherMs` permits, so batch size follows the load.
 */
export class Batcher<T> {
  private readonly waiting: Waiting<T>[] = [];
  private waitingWeight = 0;
  private running = 0;
  private beganAtMs = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private room: { promise: Promise<void>; free: () => void } | undefined;

  constructor(private readonly options: BatcherOptions<T>) {}

  get count(): number {
    return this.waiting.length;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  /** Resolves when the item is handled. Rejects with the error of its batch, or of its retry. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      const weight = this.options.weigh(item);
      this.waiting.push({ item, weight, addedAtMs: performance.now(), resolve, reject });
      this.waitingWeight += weight;
      this.fill();
    });
  }

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
      // The batch must not inherit the scope of its first message: it contains pages of many jobs.
      void runOutsideWork(() => this.handle(this.take())).finally(() => {
        this.running -= 1;
        this.fill();
      });
    }
    if (this.room !== undefined && this.waitingWeight < this.options.roomWeight) {
      this.room.free();
      this.room = undefined;
    }
  }

  /** Whether to wait for more items. Schedules another `fill` if so. */
  private gathers(): boolean {
    clearTimeout(this.timer);
    const isFull = this.waiting.length >= this.options.maxItems || this.waitingWeight >= this.options.maxWeight;
    const { gatherMs = () => 0, settleMs = 0 } = this.options;
    const intervalMs = isFull ? 0 : gatherMs();
    if (intervalMs <= 0) return false;
    const startAtMs = Math.max(this.beganAtMs + intervalMs, this.waiting[0]!.addedAtMs + settleMs);
    const leftMs = startAtMs - performance.now();
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
      // A bad item must not fail the others.
      for (const entry of batch) await this.handle([entry]);
    }
  }
}
