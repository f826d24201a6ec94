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
    if (isNew) this.open.add(offset);
    return isNew;
  }

  finish(offset: number): void {
    this.open.delete(offset);
    this.finishedAhead.add(offset);
  }

  /** The offset after the last of the unbroken run, or undefined when nothing was taken. */
  committable(): number | undefined {
    if (this.position === undefined) return undefined;
    let lowest = this.position;
    for (const offset of this.open) if (offset < lowest) lowest = offset;
    return lowest;
  }

  /** What is to be committed now: undefined when the broker knows it already. */
  uncommitted(): number | undefined {
    const offset = this.committable();
    return offset === this.committed ? undefined : offset;
  }

  commit(offset: number): void {
    this.committed = offset;
    for (const finished of this.finishedAhead) if (finished < offset) this.finishedAhead.delete(finished);
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
