import { EventEmitter } from 'node:events';
import type { LaunchOptions, Page } from 'puppeteer';
import type { JobInstance, WorkerInstance } from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import ConcurrencyImplementation from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import type { BrowserHold, BrowserSupply } from './browser-supply';

/** A context that is not disposed of in this time stands in a browser that hangs. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * What the cluster takes for a page. The cluster knows no options for a single job and opens pages before it knows
 * the job; so it gets a place for one, and the job opens in it what it needs.
 */
export class PageSlot extends EventEmitter {
  private hold: BrowserHold | undefined;
  private readonly closers: (() => Promise<void>)[] = [];
  private closed = false;

  constructor(private readonly supply: BrowserSupply) {
    super();
  }

  /** The browser of this slot, the same until the slot closes. */
  async browser(): Promise<BrowserHold> {
    if (this.hold !== undefined) return this.hold;
    const hold = await this.supply.take();
    if (this.closed) {
      hold.giveBack();
      throw new Error('the page was given up while its browser started');
    }
    this.hold = hold;
    return hold;
  }

  /** `close` is awaited, under a deadline, when the job has ended in whatever way. */
  whenClosing(close: () => Promise<void>): void {
    if (this.closed) close().catch(() => this.hold?.condemn());
    else this.closers.push(close);
  }

  async close(): Promise<void> {
    this.closed = true;
    const { hold } = this;
    if (hold === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<'overdue'>((resolve) => {
      timer = setTimeout(() => resolve('overdue'), CLOSE_TIMEOUT_MS);
    });
    const closed = Promise.allSettled(this.closers.map((close) => close()));
    if ((await Promise.race([closed, overdue])) === 'overdue') hold.condemn();
    clearTimeout(timer);
    hold.giveBack();
  }
}

type ConcurrencyClass = new (options: LaunchOptions, puppeteer: unknown) => ConcurrencyImplementation;

/**
 * The concurrency of puppeteer-cluster over our own supply of browsers. Nothing in it throws: the library answers a
 * throw with `repair`, and a repair that fails blocks it for ever; a failed worker is an unhandled rejection.
 */
export function concurrencyOver(supply: BrowserSupply): ConcurrencyClass {
  return class SuppliedConcurrency extends ConcurrencyImplementation {
    async init(): Promise<void> {
      // A browser is launched by the first page, so that a start of the process does not wait for it.
    }

    async close(): Promise<void> {
      await supply.close();
    }

    async workerInstance(): Promise<WorkerInstance> {
      return {
        jobInstance: async (): Promise<JobInstance> => {
          const slot = new PageSlot(supply);
          // The library only listens to its 'error' event.
          return { resources: { page: slot as unknown as Page }, close: () => slot.close() };
        },
        close: async () => undefined,
        repair: async () => undefined,
      };
    }
  };
}
