import type { DeliveryQueue, Queued } from './delivery-queue';

export interface DeliveryWorkerOptions<T> {
  concurrency: number;
  /** Never throws. `given-back` returns the entry to the head of its line. */
  run(entry: T): Promise<'finished' | 'given-back'>;
  onChange(): void;
}

/** Maximum of waiting entries per slot. Limits memory when every message fails. */
const YIELDED_PER_SLOT = 10;

/** Runs a bounded number of entries of a queue concurrently, unless held or stopped. */
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

  get busy(): number {
    return this.running + this.yielded;
  }

  /**
   * Starts entries while slots are free, one per turn so that a handler can pause the topic before the next one. The
   * first starts after the running work, because the next turn may be delayed by a whole fetch of kafkajs (milliseconds
   * for hundreds of partitions).
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

  stop(): void {
    this.isStopped = true;
  }

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
