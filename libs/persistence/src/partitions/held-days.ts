import type { Queryable } from '../database';
import { type Day, dayOfJobId } from './day-partitions';

/** Jobs of one day and of equal lifetime expire within a day. An hour for differences between clocks. */
const LATE_MS = 25 * 3_600_000;

/**
 * Days whose partitions are held by a job that expires more than a day later. Rows of other jobs of such a day are
 * deleted one by one. Rows of schedules have no pages. Asks once per day; make one for each round.
 */
export class HeldDays {
  private readonly known = new Map<string, Promise<boolean>>();

  constructor(
    private readonly database: Queryable,
    private readonly now: Date,
  ) {}

  /** The day of a job if it is held. */
  async of(jobId: string): Promise<Day | undefined> {
    const day = dayOfJobId(jobId);
    if (day === undefined) return undefined;
    const known = this.known.get(day.name) ?? this.isHeld(day);
    this.known.set(day.name, known);
    return (await known) ? day : undefined;
  }

  private async isHeld({ from, to }: Day): Promise<boolean> {
    const late = new Date(this.now.getTime() + LATE_MS);
    // Usually no job expires so late, and the index of expiries answers.
    const any = await this.database.$queryRaw<object[]>`
      SELECT id FROM jobs WHERE expires_at > ${late}::timestamptz AND kind <> 'schedule'
      ORDER BY expires_at DESC LIMIT 1`;
    if (any.length === 0) return false;
    const holders = await this.database.$queryRaw<object[]>`
      SELECT id FROM (SELECT id, kind, expires_at FROM jobs WHERE id >= ${from}::uuid AND id < ${to}::uuid OFFSET 0) of_day
      WHERE expires_at > ${late}::timestamptz AND kind <> 'schedule'
      LIMIT 1`;
    return holders.length > 0;
  }
}
