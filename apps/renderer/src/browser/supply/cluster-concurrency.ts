import { EventEmitter } from 'node:events';
import type { LaunchOptions, Page } from 'puppeteer';
import type { JobInstance, WorkerInstance } from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import ConcurrencyImplementation from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import { CallTimedOut, within } from '../../bounds/until';
import type { BrowserHold, BrowserSupply } from './browser-supply';

/** How long a browser may take to open or close a page before it counts as hung. */
export interface SlotLimits {
  openMs: number;
  closeMs: number;
}

/** Both take some tenths of a second; on a far overloaded machine they took seconds. */
const USUAL_LIMITS: SlotLimits = { openMs: 30_000, closeMs: 10_000 };

/**
 * What the cluster takes for a page. The cluster knows no options for a single job and opens pages before it knows the
 * job; so it gets a slot, and the job opens what it needs in it.
 */
export class PageSlot extends EventEmitter {
  private hold: BrowserHold | undefined;
  private readonly closers: (() => Promise<void>)[] = [];
  private closed = false;
  /** true until the page is open; stays true when it never opens. */
  private isOpening = false;

  constructor(
    private readonly supply: BrowserSupply,
    private readonly limits: SlotLimits,
  ) {
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

  /** Settles like `opening`. A browser that does not answer is killed. */
  async answered<T>(opening: Promise<T>): Promise<T> {
    this.isOpening = true;
    try {
      const opened = await within(this.limits.openMs, 'opening a page', opening);
      this.isOpening = false;
      return opened;
    } catch (error) {
      if (error instanceof CallTimedOut) this.hold?.condemn();
      throw error;
    }
  }

  /** `close` runs under a time limit when the job has ended, in whatever way. */
  whenClosing(close: () => Promise<void>): void {
    if (this.closed) void this.bounded(close());
    else this.closers.push(close);
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.isOpening) this.hold?.doubt();
    await this.bounded(Promise.allSettled(this.closers.map((close) => close())));
    this.hold?.giveBack();
  }

  private async bounded(closing: Promise<unknown>): Promise<void> {
    try {
      await within(this.limits.closeMs, 'closing a page', closing);
    } catch (error) {
      // Any other error: there was nothing left to close.
      if (error instanceof CallTimedOut) this.hold?.condemn();
    }
  }
}

type ConcurrencyClass = new (options: LaunchOptions, puppeteer: unknown) => ConcurrencyImplementation;

/**
 * puppeteer-cluster's concurrency over our own supply of browsers. The cluster keeps the slots and their life cycle.
 * Launching, replacing, memory limits and the death of a browser are ours, because the library's own concurrencies
 * launch one browser for good, share or relaunch it for every page, and cannot replace a worn or hung one while its
 * pages finish. Nothing here throws: the library answers a throw with `repair`, a failed repair blocks it for ever, and
 * a failed worker is an unhandled rejection.
 */
export function concurrencyOver(supply: BrowserSupply, limits: SlotLimits = USUAL_LIMITS): ConcurrencyClass {
  return class SuppliedConcurrency extends ConcurrencyImplementation {
    async init(): Promise<void> {
      // The first page launches a browser, so that the process starts without it.
    }

    async close(): Promise<void> {
      await supply.close();
    }

    async workerInstance(): Promise<WorkerInstance> {
      return {
        jobInstance: async (): Promise<JobInstance> => {
          const slot = new PageSlot(supply, limits);
          // The library only listens to its 'error' event.
          return { resources: { page: slot as unknown as Page }, close: () => slot.close() };
        },
        close: async () => undefined,
        repair: async () => undefined,
      };
    }
  };
}
