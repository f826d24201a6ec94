import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { type Database, findStoredPages } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';
import type { GatewayConfig } from '../gateway.config';

/** How a wait ended: the page's final word is stored, the time was over, the caller went away, or this process ends. */
export type WaitEnd = 'stored' | 'timed-out' | 'gone' | 'stopping';

const POLL_MS = 1000;
/** For the last answers. In one process it is also what is left to everyone behind us, so renderers give up before. */
const ANSWERING_MS = 1000;

/** How long requests may go on waiting, from when the process is told to stop. */
export function waitPatienceMs({ DRAIN_TIMEOUT: drainMs }: Pick<GatewayConfig, 'DRAIN_TIMEOUT'>): number {
  return Math.max((drainMs * 3) / 4, drainMs - ANSWERING_MS);
}

/**
 * Requests that wait for a page of theirs. PageStored wakes them; as a message can be lost, one query a second
 * asks for all of them together.
 */
@Injectable()
export class PageWaiters implements OnModuleDestroy, OnApplicationShutdown {
  private readonly waiting = new Map<string, (end: WaitEnd) => void>();
  private poll?: NodeJS.Timeout;
  private grace?: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly patienceMs: number,
  ) {}

  /** Call it before the page is published. `timeoutMs` is less than 24 days. */
  wait(pageId: string, timeoutMs: number, gone: AbortSignal): Promise<WaitEnd> {
    if (gone.aborted) return Promise.resolve('gone');
    return new Promise((resolve) => {
      const end = (how: WaitEnd) => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        this.waiting.delete(pageId);
        resolve(how);
      };
      const leave = () => end('gone');
      const timer = setTimeout(() => end('timed-out'), timeoutMs);
      gone.addEventListener('abort', leave);
      this.waiting.set(pageId, end);
      this.schedulePoll();
    });
  }

  announce(pageId: string): void {
    this.waiting.get(pageId)?.('stored');
  }

  get count(): number {
    return this.waiting.size;
  }

  /** The server closes when the last request is answered, so those that wait get an answer in time. */
  onModuleDestroy(): void {
    this.grace = setTimeout(() => this.endAll(), this.patienceMs);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.grace);
    this.endAll();
    clearTimeout(this.poll);
    this.poll = undefined;
  }

  private endAll(): void {
    for (const end of [...this.waiting.values()]) end('stopping');
  }

  private schedulePoll(): void {
    if (this.poll !== undefined || this.waiting.size === 0) return;
    this.poll = setTimeout(async () => {
      try {
        for (const pageId of await findStoredPages(this.database, [...this.waiting.keys()])) this.announce(pageId);
      } catch (error) {
        // Asked again in a second; until then PageStored and the deadlines still end the waits.
        this.log.warn('poll-failed', { waiting: this.waiting.size }, error);
      }
      this.poll = undefined;
      this.schedulePoll();
    }, POLL_MS);
  }
}
