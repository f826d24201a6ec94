import type { Database } from '../database';
import { endRun } from './compare-run';

/**
 * Counts a failed comparison. `decide` gets its number, from 1, and returns the time of the next one, or the error with
 * which the run ends.
 */
export async function postponeComparison(
  database: Database,
  { id, now }: { id: string; now: Date },
  decide: (failures: number) => { nextAt: Date } | { error: string },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const [run] = await transaction.$queryRaw<{ failures: number }[]>`
      SELECT failed_comparisons + 1 AS failures FROM schedule_runs
      WHERE id = ${id}::uuid AND state = 'running' FOR NO KEY UPDATE SKIP LOCKED`;
    if (run === undefined) return;
    const end = decide(run.failures);
    if ('error' in end) await endRun(transaction, { id, state: 'failed', error: end.error, endedAt: now });
    const nextAt = 'nextAt' in end ? end.nextAt : null;
    await transaction.$executeRaw`
      UPDATE schedule_runs SET failed_comparisons = ${run.failures}::int, compare_after = ${nextAt}::timestamptz
      WHERE id = ${id}::uuid`;
  });
}
