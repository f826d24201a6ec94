import type { Topic } from '@orbweaver/contracts';

export interface Queued {
  line: string;
  bytes: number;
}

/**
 * Waiting messages of one topic, in lines. Each line has at most one message in progress; lines alternate. In a
 * parallel topic every message is a separate line.
 *
 *   add ─► waiting ─take─► in progress ─finish─► removed
 *             ▲                 │
 *             └─────putBack─────┘   (to the head of its line)
 */
export class DeliveryQueue<T extends Queued> {
  private readonly lines = new Map<string, T[]>();
  /** Lines with a waiting message and none in progress. */
  private turns: string[] = [];
  private readonly out = new Set<string>();
  private singles = 0;
  private waiting = 0;
  private waitingBytes = 0;

  constructor(private readonly order: Topic['order']) {}

  get count(): number {
    return this.waiting;
  }

  get bytes(): number {
    return this.waitingBytes;
  }

  add(entry: T): void {
    if (this.order === 'parallel') {
      this.singles += 1;
      entry.line = String(this.singles);
    }
    const line = this.lines.get(entry.line);
    if (line === undefined) this.lines.set(entry.line, [entry]);
    else line.push(entry);
    if (line === undefined || line.length === 1) this.offer(entry.line, 'last');
    this.tally(entry, 1);
  }

  take(): T | undefined {
    const name = this.turns.shift();
    if (name === undefined) return undefined;
    const entry = this.lines.get(name)!.shift()!;
    this.out.add(name);
    this.tally(entry, -1);
    return entry;
  }

  finish(entry: T): void {
    this.out.delete(entry.line);
    if ((this.lines.get(entry.line)?.length ?? 0) > 0) this.offer(entry.line, 'last');
    else this.lines.delete(entry.line);
  }

  putBack(entry: T): void {
    this.out.delete(entry.line);
    this.lines.get(entry.line)!.unshift(entry);
    this.offer(entry.line, 'first');
    this.tally(entry, 1);
  }

  drop(isDropped: (entry: T) => boolean): void {
    for (const [name, line] of this.lines) {
      const kept = line.filter((entry) => !isDropped(entry));
      for (const entry of line) if (isDropped(entry)) this.tally(entry, -1);
      if (kept.length > 0 || this.out.has(name)) this.lines.set(name, kept);
      else this.lines.delete(name);
    }
    this.turns = this.turns.filter((name) => this.lines.has(name));
  }

  private offer(name: string, place: 'first' | 'last'): void {
    if (this.out.has(name)) return;
    if (place === 'first') this.turns.unshift(name);
    else this.turns.push(name);
  }

  private tally(entry: T, sign: 1 | -1): void {
    this.waiting += sign;
    this.waitingBytes += sign * entry.bytes;
  }
}
