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
  /** Milliseconds to wait for items that arrive together with the first one, unless `gatherMs` is 0. Default 0. */
  settleMs?: number;
}

interface Waiting<T> {
  item: T;
  weight: number;
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
  private isSettling = false;
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
      if (this.waiting.length === 0) this.settle();
      this.waiting.push({ item, weight, resolve, reject });
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

  private settle(): void {
    const { settleMs = 0 } = this.options;
    if (settleMs === 0 || this.isSettling) return;
    this.isSettling = true;
    setTimeout(() => {
      this.isSettling = false;
      this.fill();
    }, settleMs);
  }

  /** Whether to wait for more items. Schedules another `fill` if so. */
  private gathers(): boolean {
    clearTimeout(this.timer);
    const isFull = this.waiting.length >= this.options.maxItems || this.waitingWeight >= this.options.maxWeight;
    const intervalMs = isFull ? 0 : (this.options.gatherMs?.() ?? 0);
    if (intervalMs <= 0) return false;
    if (this.isSettling) return true;
    const leftMs = this.beganAtMs + intervalMs - performance.now();
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
