import type { RenderPage } from '@orbweaver/contracts';
import { AdvisedError, unlessAborted } from '@orbweaver/core';
import type { EventLog } from '@orbweaver/platform';
import { type Priority, priorityOf, Slots } from '../bounds/slots';
import { pause } from '../bounds/until';

export interface PageIntakeOptions {
  capacity: number;
  reserved: number;
  browserBacklog(): number;
  maxBrowserBacklog: number;
  render(message: RenderPage): Promise<void>;
  expire(message: RenderPage): Promise<void>;
  closed: Record<Priority, AbortSignal>;
  log: EventLog;
}

/** The process stops: the message is for another process, or for the next start. */
class IntakeClosedError extends AdvisedError {
  override readonly name = 'IntakeClosedError';
  readonly retry = 'until-it-works';
}

const BACKLOG_POLL_MS = 100;

/**
 * The pages that this process has taken from the topics. Their offsets are committed: if the process dies, the lease of
 * a job's page expires, and the gateway times out the caller of a scrape.
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

  async whenRoom(priority: Priority): Promise<void> {
    const closed = this.options.closed[priority];
    while (!closed.aborted && !this.hasRoom(priority)) {
      if (this.isBacklogged(priority)) await pause(BACKLOG_POLL_MS, closed).catch(() => undefined);
      else await unlessAborted(closed, this.slots.whenRoom(priority)).catch(() => undefined);
    }
  }

  /** Resolves when the page is accepted, before it is rendered. @throws IntakeClosedError when the process stops */
  async take(message: RenderPage): Promise<void> {
    const priority = priorityOf(message);
    const closed = this.options.closed[priority];
    while (!this.hasRoom(priority) && !closed.aborted) await this.whenRoom(priority);
    if (closed.aborted) throw new IntakeClosedError('the renderer is shutting down');
    const giveBack = await this.slots.take(priority, closed);
    this.hold(message, this.options.render(message).finally(giveBack));
  }

  refuse(message: RenderPage): void {
    this.hold(message, this.options.expire(message));
  }

  private hold({ pageId, jobId, epoch }: RenderPage, work: Promise<void>): void {
    const held = work
      .catch((error: unknown) => this.options.log.error('page-lost', { pageId, jobId, epoch }, error))
      .finally(() => this.running.delete(held));
    this.running.add(held);
  }

  async whenEmpty(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private isBacklogged(priority: Priority): boolean {
    return priority === 'bulk' && this.options.browserBacklog() >= this.options.maxBrowserBacklog;
  }
}
