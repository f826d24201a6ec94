import { RetryWaits } from '../delivery/retry-waits';

/**
 * What this consumer has done in one partition. Messages are taken in order and finished in any; only the
 * unbroken run of finished ones may be committed, so that a crash repeats and never skips.
 *
 *   … committed … │ finished, open, finished, finished, open │ not taken …
 *                 └ committable()                            └ position
 */
export class PartitionProgress {
  /** Of this partition's messages; ended when the partition goes to another consumer. */
  readonly retryWaits = new RetryWaits();
  /** Offsets from the last commit on, ascending. */
  private readonly taken: number[] = [];
  /** How many of them, from the first on, are finished. */
  private run = 0;
  private readonly open = new Set<number>();
  private readonly finishedAhead = new Set<number>();
  private position: number | undefined;
  private doubted: number | undefined;
  private committed: number | undefined;
  private end: number | undefined;

  /** @param start the first offset to take, where the group's committed offset does not say it */
  constructor(start?: number) {
    this.position = start;
  }

  /**
   * Whether a batch continues what was taken. One that begins beyond it may be left over from before a rebalance;
   * when it comes a second time, the messages between are gone from the broker and there is nothing to wait for.
   */
  accepts(firstOffset: number): boolean {
    const isContinued = this.position === undefined || firstOffset <= this.position || firstOffset === this.doubted;
    this.doubted = isContinued ? undefined : firstOffset;
    return isContinued;
  }

  /** @param end the offset after the last message of the partition, as of a fetch */
  see(end: number): void {
    this.end = end;
  }

  /** Messages that are not finished: open here, or not taken as of the last fetch. */
  get lag(): number {
    const untaken = this.end === undefined || this.position === undefined ? 0 : Math.max(0, this.end - this.position);
    return this.open.size + untaken;
  }

  /** False when the message is here already or was finished here: after a rejoin the broker sends some again. */
  take(offset: number): boolean {
    const isNew = !this.open.has(offset) && !this.finishedAhead.has(offset);
    this.position = Math.max(this.position ?? 0, offset + 1);
    if (isNew) this.add(offset);
    return isNew;
  }

  private add(offset: number): void {
    this.open.add(offset);
    // At the end, except for what the broker sends again from before the last commit.
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

  /** The offset after the last of the unbroken run, or undefined when nothing was taken. */
  committable(): number | undefined {
    return this.taken[this.run] ?? this.position;
  }

  /** What is to be committed now: undefined when the broker knows it already. */
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

  /** For when another consumer may have had the partition: only committed offsets still count. */
  restart(): PartitionProgress {
    return new PartitionProgress(this.committed);
  }

  /** Messages that a crash would repeat or that are not finished. */
  get uncommittedCount(): number {
    return this.open.size + this.finishedAhead.size;
  }
}
