import { EventEmitter } from 'node:events';
import type { LaunchOptions, Page } from 'puppeteer';
import type { JobInstance, WorkerInstance } from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import ConcurrencyImplementation from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation';
import { CallTimedOut, within } from '../../bounds/until';
import { BROWSER_TIME_LIMITS } from '../../renderer.config';
import type { BrowserHold, BrowserSupply } from './browser-supply';

/** Time limits for opening and closing a page, beyond which a browser counts as hung. */
export interface SlotLimits {
  openMs: number;
  closeMs: number;
}

/** The cluster's "page". A job gets a slot instead and opens its page in it, because the cluster has no job options. */
export class PageSlot extends EventEmitter {
  private hold: BrowserHold | undefined;
  private readonly closers: (() => Promise<void>)[] = [];
  private closed = false;
  /** Remains true if the page never opens. */
  private isOpening = false;

  constructor(
    private readonly supply: BrowserSupply,
    private readonly limits: SlotLimits,
  ) {
    super();
  }

  async browser(): Promise<BrowserHold> {
    if (this.hold !== undefined) return this.hold;
    const hold = await this.supply.take();
    if (this.closed) {
      hold.giveBack();
      throw new Error('the page was aborted while its browser started');
    }
    this.hold = hold;
    return hold;
  }

  /** Settles like `opening`. A browser that does not respond is killed. */
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

  /** `close` runs with a time limit when the job has ended. */
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
      // Other errors mean that nothing is left to close.
      if (error instanceof CallTimedOut) this.hold?.condemn();
    }
  }
}

type ConcurrencyClass = new (options: LaunchOptions, puppeteer: unknown) => ConcurrencyImplementation;

/**
 * Connects puppeteer-cluster to BrowserSupply. The library's own concurrencies cannot replace a browser while its pages
 * finish. Nothing here may throw: the library would call `repair`, and a failed repair blocks it.
 */
export function concurrencyOver(
  supply: BrowserSupply,
  limits: SlotLimits = BROWSER_TIME_LIMITS.page,
): ConcurrencyClass {
  return class SuppliedConcurrency extends ConcurrencyImplementation {
    async init(): Promise<void> {
      // The first page launches a browser.
    }

    async close(): Promise<void> {
      await supply.close();
    }

    async workerInstance(): Promise<WorkerInstance> {
      return {
        jobInstance: async (): Promise<JobInstance> => {
          const slot = new PageSlot(supply, limits);
          // The library uses only its 'error' event.
          return { resources: { page: slot as unknown as Page }, close: () => slot.close() };
        },
        close: async () => undefined,
        repair: async () => undefined,
      };
    }
  };
}
