import type { RenderPage } from '@orbweaver/contracts';

/** `interactive`: a caller waits for this page. `bulk`: a page of a job. */
export type Priority = 'interactive' | 'bulk';

export function priorityOf({ kind }: Pick<RenderPage, 'kind'>): Priority {
  return kind === 'scrape' ? 'interactive' : 'bulk';
}

interface Waiting {
  priority: Priority;
  grant(): void;
}

export interface Loan {
  /** Resolves when the holder has the slot again: in its turn, or at once when the signal aborts. */
  takeBack(signal: AbortSignal): Promise<void>;
}

/** Limits lent slots. A page that waits for its site costs a socket and about 50 KB. */
const LENT_PER_SLOT = 8;

/** A semaphore with two priorities. Some slots are reserved for interactive work, so that crawls never delay scrapes. */
export class Slots {
  private readonly taken: Record<Priority, number> = { interactive: 0, bulk: 0 };
  private readonly queue: Waiting[] = [];
  private lentSlots = 0;
  private watchers: { priority: Priority; tell(): void }[] = [];
  private readonly bulkCapacity: number;

  /** `reserved` slots are for interactive work only; at least one remains for bulk work. */
  constructor(
    readonly capacity: number,
    reserved: number,
  ) {
    this.bulkCapacity = Math.max(1, capacity - reserved);
  }

  get lent(): number {
    return this.lentSlots;
  }

  used(priority: Priority): number {
    return this.taken[priority];
  }

  waiting(priority: Priority): number {
    return this.queue.filter((one) => one.priority === priority).length;
  }

  hasRoom(priority: Priority): boolean {
    return this.waiting(priority) === 0 && this.isFree(priority);
  }

  /** Resolves when `hasRoom` is true. Another caller may take the slot first. */
  whenRoom(priority: Priority): Promise<void> {
    if (this.hasRoom(priority)) return Promise.resolve();
    return new Promise((resolve) => {
      this.watchers.push({ priority, tell: resolve });
    });
  }

  /** Waits for a slot. @returns a function that frees it (idempotent). Rejects with the signal's reason. */
  async take(priority: Priority, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.hasRoom(priority)) await this.wait(priority, signal);
    else this.taken[priority] += 1;
    let returned = false;
    return () => {
      if (returned) return;
      returned = true;
      this.taken[priority] -= 1;
      this.serve();
    };
  }

  /** Lends a taken slot; undefined if too many are lent. The holder still has to free it. */
  lend(priority: Priority): Loan | undefined {
    if (this.lentSlots >= this.capacity * LENT_PER_SLOT) return undefined;
    this.lentSlots += 1;
    this.taken[priority] -= 1;
    this.serve();
    return {
      takeBack: async (signal) => {
        // An aborted holder frees the slot next, so it need not wait for one.
        await this.take(priority, signal).catch(() => {
          this.taken[priority] += 1;
        });
        this.lentSlots -= 1;
      },
    };
  }

  private wait(priority: Priority, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = (): void => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(signal.reason);
        this.serve();
      };
      const waiting: Waiting = {
        priority,
        grant: () => {
          signal.removeEventListener('abort', give);
          resolve();
        },
      };
      signal.addEventListener('abort', give, { once: true });
      this.queue.push(waiting);
    });
  }

  private isFree(priority: Priority): boolean {
    const all = this.taken.interactive + this.taken.bulk;
    return all < this.capacity && (priority === 'interactive' || this.taken.bulk < this.bulkCapacity);
  }

  private serve(): void {
    for (const priority of ['interactive', 'bulk'] as const) {
      while (this.isFree(priority)) {
        const at = this.queue.findIndex((one) => one.priority === priority);
        if (at < 0) break;
        this.taken[priority] += 1;
        this.queue.splice(at, 1)[0]!.grant();
      }
    }
    const told = this.watchers.filter((watcher) => this.hasRoom(watcher.priority));
    this.watchers = this.watchers.filter((watcher) => !told.includes(watcher));
    for (const watcher of told) watcher.tell();
  }
}
