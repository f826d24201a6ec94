import { Prisma, type Transaction } from '../database';

/** As the column keeps it, but never rounded up: what is due now would be due only at the next look. */
export const dueNow = Prisma.sql`date_trunc('milliseconds', now())`;

/**
 * Keeps the order of a job's outbox from changing until the transaction ends. Whoever inserts or ends events, or puts
 * them back, holds the job's row, and takes it first: so it is always known which event is the first pending one, and
 * that one alone is marked as such. Undefined: the job is gone.
 */
export async function lockOutbox(transaction: Transaction, jobId: string): Promise<{ hasTarget: boolean } | undefined> {
  const rows = await transaction.$queryRaw<{ hasTarget: boolean }[]>`
    SELECT coalesce(webhook->>'url', '') <> '' AS "hasTarget" FROM jobs WHERE id = ${jobId}::uuid FOR NO KEY UPDATE`;
  return rows[0];
}
