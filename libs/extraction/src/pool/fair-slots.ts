interface Waiting {
  sinceMs: number;
  isUrgent: boolean;
  grant(): void;
}

/** The running and waiting work of one key. */
interface Line {
  running: number;
  /** Sequence number of its last grant; 0: none. */
  servedAt: number;
  readonly urgent: Waiting[];
  readonly usual: Waiting[];
  /** Urgent grants since the last usual one, while usual work was waiting. */
  overtook: number;
}

/** Usual work gets at least every n-th slot of its key. */
const MOST_OVERTAKING = 4;

export interface FairSlotsOptions {
  capacity: number;
  /** Slots beyond the capacity: for urgent work, and for keys without running work. */
  spare: number;
  /** Wait before a key without running work takes a spare slot. */
  spareAfterMs: number;
}

/**
 * Limits concurrency fairly among keys. A free slot goes to the key with the fewest running, among equals to the least
 * recently served. Within a key, urgent work takes precedence and may use a spare slot.
 */
export class FairSlots {
  private readonly lines = new Map<string, Line>();
  private used = 0;
  private usedByUsual = 0;
  private served = 0;

  constructor(private readonly options: FairSlotsOptions) {}

  get running(): number {
    return this.used;
  }

  get queued(): number {
    return [...this.lines.values()].reduce((sum, line) => sum + countOf(line), 0);
  }

  /** Waits for a slot and returns the function that frees it (idempotent). Rejects with the signal's reason. */
  async take(key: string, signal: AbortSignal, { isUrgent = false } = {}): Promise<() => void> {
    signal.throwIfAborted();
    const line = this.lines.get(key) ?? { running: 0, servedAt: 0, urgent: [], usual: [], overtook: 0 };
    this.lines.set(key, line);
    await this.wait(line, isUrgent, signal);
    let isReturned = false;
    return () => {
      if (isReturned) return;
      isReturned = true;
      this.used -= 1;
      if (!isUrgent) this.usedByUsual -= 1;
      line.running -= 1;
      this.serve();
    };
  }

  private wait(line: Line, isUrgent: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = isUrgent ? line.urgent : line.usual;
      const timer = setTimeout(() => this.serve(), this.options.spareAfterMs);
      const leave = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(waiting), 1);
        this.serve();
        reject(signal.reason);
      };
      const grant = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { sinceMs: performance.now(), isUrgent, grant };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      this.serve();
    });
  }

  private serve(): void {
    for (let line = this.next(); line !== undefined; line = this.next()) {
      const next = takeNext(line);
      this.used += 1;
      if (!next.isUrgent) this.usedByUsual += 1;
      this.served += 1;
      line.running += 1;
      line.servedAt = this.served;
      next.grant();
    }
    // A key whose work arrives one by one keeps its state.
    if (this.queued > 0) return;
    for (const [key, { running }] of this.lines) if (running === 0) this.lines.delete(key);
  }

  private next(): Line | undefined {
    const { capacity, spare } = this.options;
    if (this.used >= capacity + spare) return undefined;
    let best: Line | undefined;
    for (const line of this.lines.values()) {
      if (countOf(line) > 0 && (best === undefined || comesBefore(line, best))) best = line;
    }
    if (best === undefined || this.used < capacity) return best;
    const goesBesideUsual = this.usedByUsual > 0 && goesUrgentNext(best);
    return goesBesideUsual || this.isDue(best) ? best : undefined;
  }

  /** Whether a key without running work has waited long enough for a spare slot. */
  private isDue(line: Line): boolean {
    // Timers may fire a little early.
    return line.running === 0 && performance.now() - sinceMsOf(line) >= this.options.spareAfterMs - 2;
  }
}

const countOf = ({ urgent, usual }: Line): number => urgent.length + usual.length;

const sinceMsOf = ({ urgent, usual }: Line): number =>
  Math.min(urgent[0]?.sinceMs ?? Number.POSITIVE_INFINITY, usual[0]?.sinceMs ?? Number.POSITIVE_INFINITY);

const goesUrgentNext = ({ urgent, usual, overtook }: Line): boolean =>
  urgent.length > 0 && (usual.length === 0 || overtook < MOST_OVERTAKING);

function takeNext(line: Line): Waiting {
  const isUrgent = goesUrgentNext(line);
  line.overtook = isUrgent && line.usual.length > 0 ? line.overtook + 1 : 0;
  return (isUrgent ? line.urgent : line.usual).shift()!;
}

function comesBefore(one: Line, other: Line): boolean {
  return one.running === other.running ? one.servedAt < other.servedAt : one.running < other.running;
}
