import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { runOutsideWork } from '@orbweaver/messaging';
import { type Database, findStoredPages } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG, STOPPING, type Stopping, waitFor } from '@orbweaver/platform';
import type { GatewayConfig } from '../gateway.config';

/** Why a wait ended. gone: the caller disconnected. */
export type WaitEnd = 'stored' | 'timed-out' | 'gone' | 'stopping';

const POLL_MS = 1000;
/** Time to send the last responses before the drain ends. In standalone, the other services have only this time. */
const ANSWERING_MS = 1000;

/** Time to read and send a scrape that ends at its deadline. */
const READING_MS = 2000;

/** Maximum wait of requests after SIGTERM. */
export function drainWaitMs({ DRAIN_TIMEOUT: drainMs }: DrainConfig, { longestWorkMs }: Stopping): number {
  return Math.max((drainMs * 3) / 4, drainMs - ANSWERING_MS, longestWorkMs - ANSWERING_MS);
}

type DrainConfig = Pick<GatewayConfig, 'DRAIN_TIMEOUT'>;

interface Waiting {
  end: (end: 'stored' | 'stopping') => void;
  deadlineAt: number;
}

/** Requests that wait for their page. PageStored ends a wait; one query per second for all waits covers lost messages. */
@Injectable()
export class PageWaiters implements OnModuleDestroy, OnApplicationShutdown {
  private readonly waiting = new Map<string, Waiting>();
  private poll?: NodeJS.Timeout;
  private grace?: NodeJS.Timeout;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(CONFIG) private readonly config: DrainConfig & Pick<GatewayConfig, 'SCRAPE_DRAIN_TIMEOUT'>,
    @Inject(STOPPING) private readonly stopping: Stopping,
  ) {
    stopping.awaitWork(() => this.longestMs());
  }

  /** Call before publishing the page. @param timeoutMs below 24 days, the maximum of a timer */
  async wait(pageId: string, timeoutMs: number, gone: AbortSignal): Promise<WaitEnd> {
    const begin = (end: Waiting['end']) => {
      this.waiting.set(pageId, { end, deadlineAt: performance.now() + timeoutMs });
      runOutsideWork(() => this.schedulePoll());
      return () => void this.waiting.delete(pageId);
    };
    const result = await waitFor(begin, { timeoutMs, signal: gone });
    if (result.kind === 'arrived') return result.value;
    return result.kind === 'aborted' ? 'gone' : 'timed-out';
  }

  announce(pageId: string): void {
    this.waiting.get(pageId)?.end('stored');
  }

  get count(): number {
    return this.waiting.size;
  }

  /** Ends all waits before the drain does: the server closes only after its last response. */
  onModuleDestroy(): void {
    this.grace = setTimeout(() => this.endAll(), drainWaitMs(this.config, this.stopping));
  }

  onApplicationShutdown(): void {
    clearTimeout(this.grace);
    this.endAll();
    clearTimeout(this.poll);
    this.poll = undefined;
  }

  private endAll(): void {
    for (const { end } of [...this.waiting.values()]) end('stopping');
  }

  /** Time until the latest deadline of scrapes in flight, up to SCRAPE_DRAIN_TIMEOUT. */
  private longestMs(): number {
    if (this.waiting.size === 0) return 0;
    const deadlines = [...this.waiting.values()].map(({ deadlineAt }) => deadlineAt);
    const leftMs = deadlines.reduce((latest, deadlineAt) => Math.max(latest, deadlineAt)) - performance.now();
    return Math.min(Math.max(0, leftMs) + READING_MS, this.config.SCRAPE_DRAIN_TIMEOUT);
  }

  private schedulePoll(): void {
    if (this.poll !== undefined || this.waiting.size === 0) return;
    this.poll = setTimeout(async () => {
      try {
        for (const pageId of await findStoredPages(this.database, [...this.waiting.keys()])) this.announce(pageId);
      } catch (error) {
        // Retried in a second. PageStored and deadlines still end waits.
        this.log.warn('poll-failed', { waiting: this.waiting.size }, error);
      }
      this.poll = undefined;
      this.schedulePoll();
    }, POLL_MS);
  }
}
