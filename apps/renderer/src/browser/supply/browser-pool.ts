import { unlessAborted } from '@orbweaver/core';
import { Cluster } from 'puppeteer-cluster';
import * as puppeteer from 'puppeteer-core';
import { type Priority, Slots } from '../../bounds/slots';
import type { BrowserSupply } from './browser-supply';
import { concurrencyOver, type PageSlot, type SlotLimits } from './cluster-concurrency';

/** The cluster's time limit, longer than any page's deadline: the deadline ends the job, and this is the net below. */
const CLUSTER_TIMEOUT_MS = 15 * 60_000;

export interface BrowserPoolOptions {
  supply: BrowserSupply;
  slots: number;
  /** Slots that bulk pages leave free. */
  reservedSlots: number;
  /** Shorter in tests; generous by default. */
  limits?: SlotLimits;
}

/** Runs a bounded number of pages at once, in browsers that are renewed. */
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

  /**
   * Waits for a slot and runs `work` in it. Everything that `work` opened in the slot is closed when it settles or when
   * `signal` aborts; then the call rejects with the signal's reason.
   */
  async run<T>(priority: Priority, signal: AbortSignal, work: (slot: PageSlot) => Promise<T>): Promise<T> {
    const giveBack = await this.slots.take(priority, signal);
    // Nothing queues in the cluster, which cannot cancel or reorder its queue: it has as many workers as there are
    // slots.
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
      // The caller gets the answer at once; the slot is free when everything opened in it is closed.
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
      timeout: CLUSTER_TIMEOUT_MS,
      retryLimit: 0,
    });
    return this.cluster;
  }
}
