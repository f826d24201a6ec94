import { Prisma, type Transaction } from '../database';

/** The column's precision, rounded down: a rounded-up time would be due only at the next search. */
export const dueNow = Prisma.sql`date_trunc('milliseconds', now())`;

/**
 * Locks the order of a job's outbox until the transaction ends, by locking the job's row before events are inserted,
 * ended or redelivered. Exactly one event is the first pending one. Undefined: the job is deleted.
 */
export async function lockOutbox(transaction: Transaction, jobId: string): Promise<{ hasTarget: boolean } | undefined> {
  const rows = await transaction.$queryRaw<{ hasTarget: boolean }[]>`
    SELECT coalesce(webhook->>'url', '') <> '' AS "hasTarget" FROM jobs WHERE id = ${jobId}::uuid FOR NO KEY UPDATE`;
  return rows[0];
}
