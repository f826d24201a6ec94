import { Inject, Injectable } from '@nestjs/common';
import { type Database, startScrapes } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG, WakeSignal } from '@orbweaver/platform';

/** How late a free place is noticed that no scrape of this gateway left. */
const POLL_MS = 50;

interface Queue {
  waiting: Map<string, () => void>;
  bell: WakeSignal;
}

/**
 * Accepted scrapes of teams with a limit of pages at once, which wait for their place. One question at a time a team,
 * however many wait: about all of them together.
 */
@Injectable()
export class ScrapeQueue {
  private readonly queues = new Map<string, Queue>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** Resolves when the scrape may be rendered (true), or when nobody waits for it any more (false). */
  async wait(teamId: string, id: string, over: AbortSignal): Promise<boolean> {
    if (over.aborted) return false;
    const queue = this.queues.get(teamId) ?? { waiting: new Map<string, () => void>(), bell: new WakeSignal() };
    const isFirst = !this.queues.has(teamId);
    this.queues.set(teamId, queue);
    const turn = new Promise<boolean>((resolve) => {
      const leave = () => {
        queue.waiting.delete(id);
        queue.bell.set();
        resolve(false);
      };
      over.addEventListener('abort', leave, { once: true });
      queue.waiting.set(id, () => {
        over.removeEventListener('abort', leave);
        queue.waiting.delete(id);
        resolve(true);
      });
    });
    queue.bell.set();
    if (isFirst) void this.serve(teamId, queue);
    return turn;
  }

  /** A scrape of the team has ended, and left its place. */
  leave(teamId: string): void {
    this.queues.get(teamId)?.bell.set();
  }

  private async serve(teamId: string, queue: Queue): Promise<void> {
    const never = new AbortController().signal;
    while (queue.waiting.size > 0) {
      try {
        const ids = [...queue.waiting.keys()];
        for (const id of await startScrapes(this.database, { teamId, ids })) queue.waiting.get(id)?.();
      } catch (error) {
        // Asked again; meanwhile the deadlines of the requests end their waits.
        this.log.warn('turns-not-read', { teamId, waiting: queue.waiting.size }, error);
        await new WakeSignal().wait(POLL_MS, never);
      }
      if (queue.waiting.size > 0) await queue.bell.wait(POLL_MS, never);
    }
    this.queues.delete(teamId);
  }
}
