import { RetryWaits } from '../delivery/retry-waits';

/**
 * Progress in one partition. Messages are taken in order and finished in any order; only the contiguous run of finished
 * ones is committed, so that a crash repeats messages but never skips any.
 *
 *   … committed … │ finished, open, finished, finished, open │ not taken …
 *                            └ committable()                 └ position
 */
export class PartitionProgress {
  /** Cancelled when the partition moves to another consumer. */
  readonly retryWaits = new RetryWaits();
  private readonly taken: number[] = [];
  private run = 0;
  private readonly open = new Set<number>();
  private readonly finishedAhead = new Set<number>();
  private position: number | undefined;
  private doubted: number | undefined;
  private committed: number | undefined;
  private end: number | undefined;

  /** @param start the first offset if the group has no committed one */
  constructor(start?: number) {
    this.position = start;
  }

  /**
   * Whether a batch continues without a gap. One with a gap may be left over from before a rebalance. If it is
   * repeated, the broker has deleted the messages in between.
   */
  accepts(firstOffset: number): boolean {
    const isContinued = this.position === undefined || firstOffset <= this.position || firstOffset === this.doubted;
    this.doubted = isContinued ? undefined : firstOffset;
    return isContinued;
  }

  see(end: number): void {
    this.end = end;
  }

  /** Open messages and those not fetched yet, as of the last fetch. */
  get lag(): number {
    const untaken = this.end === undefined || this.position === undefined ? 0 : Math.max(0, this.end - this.position);
    return this.open.size + untaken;
  }

  /** False for a message that is already here or finished: brokers redeliver some after a rejoin. */
  take(offset: number): boolean {
    const isNew = !this.open.has(offset) && !this.finishedAhead.has(offset);
    this.position = Math.max(this.position ?? 0, offset + 1);
    if (isNew) this.add(offset);
    return isNew;
  }

  private add(offset: number): void {
    this.open.add(offset);
    let at = this.taken.length;
    while (at > 0 && this.taken[at - 1]! > offset) at -= 1;
    this.taken.splice(at, 0, offset);
    this.run = Math.min(this.run, at);
  }

  finish(offset: number): void {
    if (!this.open.delete(offset)) return;
    this.finishedAhead.add(offset);
    while (this.run < this.taken.length && !this.open.has(this.taken[this.run]!)) this.run += 1;
  }

  /** The offset after the contiguous run; undefined before the first message. */
  committable(): number | undefined {
    return this.taken[this.run] ?? this.position;
  }

  /** Undefined if already committed. */
  uncommitted(): number | undefined {
    const offset = this.committable();
    return offset === this.committed ? undefined : offset;
  }

  commit(offset: number): void {
    this.committed = offset;
    let count = 0;
    for (; count < this.run && this.taken[count]! < offset; count += 1) this.finishedAhead.delete(this.taken[count]!);
    this.taken.splice(0, count);
    this.run -= count;
  }

  /** Keeps only committed offsets, because another consumer may have had the partition. */
  restart(): PartitionProgress {
    return new PartitionProgress(this.committed);
  }

  /** Messages that a crash would repeat, and unfinished ones. */
  get uncommittedCount(): number {
    return this.open.size + this.finishedAhead.size;
  }
}
