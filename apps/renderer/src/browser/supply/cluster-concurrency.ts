import { EventEmitter } from 'node:events';
import type { LaunchOptions, Page } from 'puppeteer';
import type { JobInstance, WorkerInstance } from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import ConcurrencyImplementation from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import { CallTimedOut, within } from '../../until';
import type { BrowserHold, BrowserSupply } from './browser-supply';

/** How long a browser may take to open a page, or to dispose of one, before it counts as hung. */
export interface SlotLimits {
  openMs: number;
  closeMs: number;
}

/** Both take some tenths of a second; on a machine that is far overloaded they have been seen to take seconds. */
const USUAL_LIMITS: SlotLimits = { openMs: 30_000, closeMs: 10_000 };

/**
 * What the cluster takes for a page. The cluster knows no options for a single job and opens pages before it knows
 * the job; so it gets a place for one, and the job opens in it what it needs.
 */
export class PageSlot extends EventEmitter {
  private hold: BrowserHold | undefined;
  private readonly closers: (() => Promise<void>)[] = [];
  private closed = false;
  /** Until the page is open, for good when it never is. */
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

  /** Settles like `opening`. A browser that leaves it unanswered is killed. */
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

  /** `close` is awaited, under a deadline, when the job has ended in whatever way. */
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
 * The concurrency of puppeteer-cluster over our own supply of browsers. Nothing in it throws: the library answers a
 * throw with `repair`, and a repair that fails blocks it for ever; a failed worker is an unhandled rejection.
 */
export function concurrencyOver(supply: BrowserSupply, limits: SlotLimits = USUAL_LIMITS): ConcurrencyClass {
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
