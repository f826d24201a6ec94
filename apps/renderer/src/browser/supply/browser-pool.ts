import { unlessAborted } from '@orbweaver/core';
import { Cluster } from 'puppeteer-cluster';
import * as puppeteer from 'puppeteer-core';
import { type Priority, Slots } from '../../bounds/slots';
import { BROWSER_TIME_LIMITS } from '../../renderer.config';
import type { BrowserSupply } from './browser-supply';
import { concurrencyOver, type PageSlot, type SlotLimits } from './cluster-concurrency';

export interface BrowserPoolOptions {
  supply: BrowserSupply;
  slots: number;
  reservedSlots: number;
  limits?: SlotLimits;
}

export class BrowserPool {
  readonly slots: Slots;
  private readonly supply: BrowserSupply;
  private readonly limits: SlotLimits | undefined;
  private cluster: Promise<Cluster> | undefined;

  constructor(options: BrowserPoolOptions) {
    this.supply = options.supply;
    this.limits = options.limits;
    this.slots = new Slots(options.slots, options.reservedSlots);
  }

  /** Waits for a slot and runs `work` in it. Its page is closed when `work` settles or `signal` aborts. */
  async run<T>(priority: Priority, signal: AbortSignal, work: (slot: PageSlot) => Promise<T>): Promise<T> {
    const giveBack = await this.slots.take(priority, signal);
    // The cluster cannot cancel or reorder its queue, so it has as many workers as there are slots.
    const cluster = await this.start().catch((error: unknown) => {
      giveBack();
      throw error;
    });
    return await new Promise<T>((resolve, reject) => {
      const job = async ({ page }: { page: unknown }): Promise<void> => {
        const done = unlessAborted(signal, work(page as PageSlot));
        done.then(resolve, reject);
        await Promise.allSettled([done]);
      };
      // The caller gets the result at once; the slot is free when its page is closed.
      cluster.execute(job).catch(reject).finally(giveBack);
    });
  }

  async close(): Promise<void> {
    const cluster = await this.cluster;
    if (cluster === undefined) await this.supply.close();
    else await cluster.close();
  }

  private start(): Promise<Cluster> {
    this.cluster ??= Cluster.launch({
      puppeteer,
      concurrency: concurrencyOver(this.supply, this.limits),
      maxConcurrency: this.slots.capacity,
      timeout: BROWSER_TIME_LIMITS.clusterJobMs,
      retryLimit: 0,
    });
    return this.cluster;
  }
}
