import type { DeliveryQueue, Queued } from './delivery-queue';

export interface DeliveryWorkerOptions<T> {
  concurrency: number;
  /** Handles an entry; never throws. `given-back`: the entry goes to the head of its line again. */
  run(entry: T): Promise<'finished' | 'given-back'>;
  /** Called after every change of the queue: other workers may wake, and the flow may change. */
  onChange(): void;
}

/** Entries that may wait without a slot, for each slot: when every message fails, the queue must not end up in waits. */
const YIELDED_PER_SLOT = 10;

/** Takes entries from a queue and runs a bounded number of them at once, unless it is told to hold or to stop. */
export class DeliveryWorker<T extends Queued> {
  private running = 0;
  private yielded = 0;
  private readonly holds = new Set<Promise<unknown>>();
  private isStopped = false;
  private isWoken = false;
  private whenIdle: (() => void)[] = [];

  constructor(
    private readonly queue: DeliveryQueue<T>,
    private readonly options: DeliveryWorkerOptions<T>,
  ) {}

  get isHeld(): boolean {
    return this.holds.size > 0;
  }

  /** Entries that run or wait without a slot. */
  get busy(): number {
    return this.running + this.yielded;
  }

  /**
   * Begins entries while there are slots. One per turn of the event loop: a handler that pauses the topic before its
   * first await must stop the next entry. The first begins behind what runs now and not in the next turn, which comes
   * only when kafkajs has gone through all partitions of a fetch: milliseconds for some hundred.
   */
  wake(): void {
    if (this.isWoken || !this.hasSlot()) return;
    this.isWoken = true;
    queueMicrotask(() => {
      const entry = this.hasSlot() ? this.queue.take() : undefined;
      if (entry === undefined) {
        this.isWoken = false;
        return;
      }
      void this.begin(entry);
      setImmediate(() => {
        this.isWoken = false;
        this.wake();
      });
    });
  }

  /** Takes nothing until the promise settles, either way. */
  hold(room: Promise<unknown>): void {
    this.holds.add(room);
    const release = () => {
      this.holds.delete(room);
      this.options.onChange();
      this.wake();
    };
    room.then(release, release);
    this.options.onChange();
  }

  async yieldSlot<W>(wait: () => Promise<W>): Promise<W> {
    if (this.yielded >= this.options.concurrency * YIELDED_PER_SLOT) return wait();
    this.running -= 1;
    this.yielded += 1;
    this.wake();
    try {
      return await wait();
    } finally {
      this.yielded -= 1;
      this.running += 1;
    }
  }

  /** Takes nothing more. */
  stop(): void {
    this.isStopped = true;
  }

  /** Resolves when nothing is out. */
  idle(): Promise<void> {
    if (this.busy === 0) return Promise.resolve();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  private hasSlot(): boolean {
    return !this.isStopped && !this.isHeld && this.running < this.options.concurrency;
  }

  private async begin(entry: T): Promise<void> {
    this.running += 1;
    const end = await this.options.run(entry);
    this.running -= 1;
    if (end === 'given-back') this.queue.putBack(entry);
    else this.queue.finish(entry);
    this.options.onChange();
    this.wake();
    if (this.busy === 0) for (const resolve of this.whenIdle.splice(0)) resolve();
  }
}
