import type { RenderPage } from '@orbweaver/contracts';
import { AdvisedError, unlessAborted } from '@orbweaver/core';
import type { EventLog } from '@orbweaver/platform';
import { type Priority, priorityOf, Slots } from '../bounds/slots';
import { pause } from '../bounds/until';

export interface PageIntakeOptions {
  /** Pages in hand at once: running ones and those that wait for a browser. */
  capacity: number;
  /** Of these, how many are reserved for scrapes. */
  reserved: number;
  /** Pages that wait for a browser. Beyond `maxBrowserBacklog` no bulk page is taken in. */
  browserBacklog(): number;
  maxBrowserBacklog: number;
  /** Settles when the page is finished and published. A rejection is a fault of ours. */
  render(message: RenderPage): Promise<void>;
  /** Settles when a page that arrived after its deadline is reported. */
  expire(message: RenderPage): Promise<void>;
  /** Aborts when pages of this priority are no longer taken, because the process stops. */
  closed: Record<Priority, AbortSignal>;
  log: EventLog;
}

/** The process takes no more pages: the message is for another process, or for the next start. */
class IntakeClosedError extends AdvisedError {
  override readonly name = 'IntakeClosedError';
  readonly retry = 'until-it-works';
}

const BACKLOG_POLL_MS = 100;

/**
 * The pages that this process has taken from the topics. A page's offset is committed once it is in here: if the
 * process dies, the lease of a job's page expires, and the gateway's clock ends the caller's wait for a scrape.
 */
export class PageIntake {
  readonly slots: Slots;
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: PageIntakeOptions) {
    this.slots = new Slots(options.capacity, options.reserved);
  }

  hasRoom(priority: Priority): boolean {
    return this.slots.hasRoom(priority) && !this.isBacklogged(priority);
  }

  /** Resolves when a page can be taken in, or when the process stops. */
  async whenRoom(priority: Priority): Promise<void> {
    const closed = this.options.closed[priority];
    while (!closed.aborted && !this.hasRoom(priority)) {
      if (this.isBacklogged(priority)) await pause(BACKLOG_POLL_MS, closed).catch(() => undefined);
      else await unlessAborted(closed, this.slots.whenRoom(priority)).catch(() => undefined);
    }
  }

  /**
   * Resolves as soon as the page is in hand, long before it is rendered. Throws IntakeClosedError when the process
   * stops.
   */
  async take(message: RenderPage): Promise<void> {
    const priority = priorityOf(message);
    const closed = this.options.closed[priority];
    while (!this.hasRoom(priority) && !closed.aborted) await this.whenRoom(priority);
    if (closed.aborted) throw new IntakeClosedError('the renderer is shutting down');
    const giveBack = await this.slots.take(priority, closed);
    this.hold(message, this.options.render(message).finally(giveBack));
  }

  /** Reports a page past its deadline without rendering it. */
  refuse(message: RenderPage): void {
    this.hold(message, this.options.expire(message));
  }

  private hold({ pageId, jobId, epoch }: RenderPage, work: Promise<void>): void {
    const held = work
      .catch((error: unknown) => this.options.log.error('page-lost', { pageId, jobId, epoch }, error))
      .finally(() => this.running.delete(held));
    this.running.add(held);
  }

  /** Resolves when no page is in hand. */
  async whenEmpty(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private isBacklogged(priority: Priority): boolean {
    return priority === 'bulk' && this.options.browserBacklog() >= this.options.maxBrowserBacklog;
  }
}
