interface Waiting {
  sinceMs: number;
  grant(): void;
}

/** What one key runs and waits for. */
interface Line {
  running: number;
  readonly waiting: Waiting[];
}

export interface FairSlotsOptions {
  capacity: number;
  /** On top of the capacity, for keys that run nothing while others hold all of it. */
  spare: number;
  /** How long such a key waits before it takes a spare slot: most work ends sooner than a spare can begin. */
  spareAfterMs: number;
}

/**
 * A bounded number of things done at once, shared between keys. A free slot goes to the key that runs the fewest, and
 * among equals to the one that was served longest ago. One key alone may use the whole capacity.
 */
export class FairSlots {
  /** In the order in which they were served last. */
  private readonly lines = new Map<string, Line>();
  private used = 0;

  constructor(private readonly options: FairSlotsOptions) {}

  get running(): number {
    return this.used;
  }

  get queued(): number {
    return [...this.lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Waits for a slot and gives the function that returns it (idempotent). Rejects with the signal's reason. */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const line = this.lines.get(key) ?? { running: 0, waiting: [] };
    this.lines.set(key, line);
    await this.wait(line, signal);
    let isReturned = false;
    return () => {
      if (isReturned) return;
      isReturned = true;
      this.used -= 1;
      line.running -= 1;
      this.serve();
    };
  }

  private wait(line: Line, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.serve(), this.options.spareAfterMs);
      const leave = () => {
        clearTimeout(timer);
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        this.serve();
        reject(signal.reason);
      };
      const grant = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { sinceMs: performance.now(), grant };
      signal.addEventListener('abort', leave, { once: true });
      line.waiting.push(waiting);
      this.serve();
    });
  }

  private serve(): void {
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const [key, line] = next;
      this.used += 1;
      line.running += 1;
      this.lines.delete(key);
      this.lines.set(key, line);
      line.waiting.shift()?.grant();
    }
    for (const [key, { running, waiting }] of this.lines) {
      if (running === 0 && waiting.length === 0) this.lines.delete(key);
    }
  }

  private next(): [string, Line] | undefined {
    const { capacity, spare, spareAfterMs } = this.options;
    if (this.used >= capacity + spare) return undefined;
    let best: [string, Line] | undefined;
    for (const [key, line] of this.lines) {
      if (line.waiting.length > 0 && line.running < (best?.[1].running ?? Number.POSITIVE_INFINITY)) best = [key, line];
    }
    if (best === undefined || this.used < capacity) return best;
    const [, { running, waiting }] = best;
    // Timers may come a little early.
    const isDue = performance.now() - (waiting[0]?.sinceMs ?? 0) >= spareAfterMs - 2;
    return running === 0 && isDue ? best : undefined;
  }
}
