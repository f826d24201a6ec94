import { Prisma, type Transaction } from '../database';

/**
 * The precision of the column, but never rounded up: an event that is due now would else be due only at the next
 * search.
 */
export const dueNow = Prisma.sql`date_trunc('milliseconds', now())`;

/**
 * Keeps the order of a job's outbox until the transaction ends. Every transaction that inserts, ends or puts back
 * events locks the job's row first, so exactly one event is known and marked as the first pending one. Undefined: the
 * job is gone.
 */
export async function lockOutbox(transaction: Transaction, jobId: string): Promise<{ hasTarget: boolean } | undefined> {
  const rows = await transaction.$queryRaw<{ hasTarget: boolean }[]>`
    SELECT coalesce(webhook->>'url', '') <> '' AS "hasTarget" FROM jobs WHERE id = ${jobId}::uuid FOR NO KEY UPDATE`;
  return rows[0];
}
