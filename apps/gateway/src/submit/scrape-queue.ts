import { Inject, Injectable } from '@nestjs/common';
import { runOutsideWork } from '@orbweaver/messaging';
import { type Database, startScrapes } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG, WakeSignal } from '@orbweaver/platform';

/** Maximum delay until a slot released elsewhere is noticed. */
const POLL_MS = 50;

interface Queue {
  /** By scrape id, in order of arrival. */
  waiting: Map<string, () => void>;
  wake: WakeSignal;
}

/** Queue of accepted scrapes over the concurrency limit of their team. One loop per team starts them in one statement. */
@Injectable()
export class ScrapeQueue {
  private readonly queues = new Map<string, Queue>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** Resolves to true when the scrape has a slot, to false if `over` aborts first. */
  async waitForSlot(teamId: string, id: string, over: AbortSignal): Promise<boolean> {
    if (over.aborted) return false;
    const queue = this.queues.get(teamId) ?? { waiting: new Map<string, () => void>(), wake: new WakeSignal() };
    const isFirst = !this.queues.has(teamId);
    this.queues.set(teamId, queue);
    const started = new Promise<boolean>((resolve) => {
      const giveUp = () => {
        queue.waiting.delete(id);
        queue.wake.set();
        resolve(false);
      };
      over.addEventListener('abort', giveUp, { once: true });
      queue.waiting.set(id, () => {
        over.removeEventListener('abort', giveUp);
        queue.waiting.delete(id);
        resolve(true);
      });
    });
    queue.wake.set();
    if (isFirst) void runOutsideWork(() => this.serve(teamId, queue));
    return started;
  }

  /** Call when a scrape of the team has ended and may have released its slot. */
  noteFreeSlot(teamId: string): void {
    this.queues.get(teamId)?.wake.set();
  }

  private async serve(teamId: string, queue: Queue): Promise<void> {
    const never = new AbortController().signal;
    while (queue.waiting.size > 0) {
      try {
        const ids = [...queue.waiting.keys()];
        for (const id of await startScrapes(this.database, { teamId, ids })) queue.waiting.get(id)?.();
      } catch (error) {
        // Retried in the next round. Deadlines still end waits.
        this.log.warn('turns-not-read', { teamId, waiting: queue.waiting.size }, error);
        await new WakeSignal().wait(POLL_MS, never);
      }
      if (queue.waiting.size > 0) await queue.wake.wait(POLL_MS, never);
    }
    this.queues.delete(teamId);
  }
}
